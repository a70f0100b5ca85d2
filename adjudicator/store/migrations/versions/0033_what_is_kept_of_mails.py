"""Since when the bytes of a mail that came are kept no more."""

import sqlalchemy as sa
from alembic import op

revision = '0033'
down_revision = '0032'


def upgrade() -> None:
    with op.batch_alter_table('inbound_mail', schema=None) as batch_op:
        batch_op.add_column(sa.Column('dropped_at', sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        'ix_inbound_mail_kept',
        'inbound_mail',
        ['stored_at'],
        sqlite_where=sa.text('dropped_at IS NULL'),
        postgresql_where=sa.text('dropped_at IS NULL'),
    )
