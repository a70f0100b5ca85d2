"""Which process has a notice in hand."""

import sqlalchemy as sa
from alembic import op

revision = '0045'
down_revision = '0044'


def upgrade() -> None:
    with op.batch_alter_table('channel_notice', schema=None) as batch_op:
        holder = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')
        batch_op.add_column(sa.Column('holder', holder, nullable=True))
