"""Who gets an overview of the campaigns that they moderate, and when they had the last."""

import sqlalchemy as sa
from alembic import op

revision = '0030'
down_revision = '0029'


def upgrade() -> None:
    with op.batch_alter_table('person', schema=None) as batch_op:
        batch_op.add_column(sa.Column('overview', sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column('overview_at', sa.DateTime(timezone=True), nullable=True))
