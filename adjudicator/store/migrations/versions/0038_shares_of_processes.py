"""Which shares of the campaigns a worker serves."""

import sqlalchemy as sa
from alembic import op

revision = '0038'
down_revision = '0037'


def upgrade() -> None:
    with op.batch_alter_table('process', schema=None) as batch_op:
        batch_op.add_column(sa.Column('shares', sa.Text(), nullable=True))
