"""Held mails that nobody could be asked about, and whose mails cause notices."""

import sqlalchemy as sa
from alembic import op

from adjudicator.store.tables.columns import ID

revision = '0048'
down_revision = '0047'


def upgrade() -> None:
    with op.batch_alter_table('inbound_mail', schema=None) as batch_op:
        batch_op.add_column(sa.Column('unasked', sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table('outbound_mail', schema=None) as batch_op:
        batch_op.add_column(sa.Column('caused_by', ID, nullable=True))
