"""When a question was answered, or that its deadline was missed: how reliable a player is."""

import sqlalchemy as sa
from alembic import op

revision = '0035'
down_revision = '0034'


def upgrade() -> None:
    with op.batch_alter_table('prompt', schema=None) as batch_op:
        batch_op.add_column(sa.Column('answered_at', sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column('missed', sa.Boolean(), nullable=False, server_default=sa.false()))
