"""Several addresses of a person, one of them the main one."""

import sqlalchemy as sa
from alembic import op


revision = '0014'
down_revision = '0013'


def upgrade() -> None:
    with op.batch_alter_table('address', schema=None) as batch_op:
        batch_op.add_column(sa.Column('main', sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column('asked_by', sa.String(length=200), nullable=False, server_default=''))
        batch_op.add_column(sa.Column('confirmed_at', sa.DateTime(timezone=True), nullable=True))
