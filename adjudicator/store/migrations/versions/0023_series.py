"""Which seat of the match before the people of a seat held."""

import sqlalchemy as sa
from alembic import op


revision = '0023'
down_revision = '0022'


def upgrade() -> None:
    with op.batch_alter_table('seat', schema=None) as batch_op:
        batch_op.add_column(sa.Column('former', sa.String(length=64), nullable=False, server_default=''))
