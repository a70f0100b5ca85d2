"""Messages that a mail server does not give out."""

import sqlalchemy as sa
from alembic import op

from adjudicator.store.tables.columns import ID

revision = '0047'
down_revision = '0046'


def upgrade() -> None:
    op.create_table(
        'unfetched_mail',
        sa.Column('mailbox', sa.String(length=200), nullable=False),
        sa.Column('uidvalidity', ID, nullable=False),
        sa.Column('uid', ID, nullable=False),
        sa.Column('failed_at', sa.DateTime(timezone=True), nullable=False),
        sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
        sa.Column('why', sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint('mailbox', 'uidvalidity', 'uid', name=op.f('pk_unfetched_mail')),
    )
