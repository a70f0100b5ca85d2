"""Several mailboxes: to which a campaign belongs, where a mail came in and goes out, and until when each was read."""

import sqlalchemy as sa
from alembic import op

revision = '0037'
down_revision = '0036'


def upgrade() -> None:
    for table in ('campaign', 'inbound_mail', 'outbound_mail'):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column('mailbox', sa.String(length=31), nullable=False, server_default=''))
    op.create_table(
        'mailbox',
        sa.Column('name', sa.String(length=31), nullable=False),
        sa.Column('fetched_at', sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint('name', name=op.f('pk_mailbox')),
    )
