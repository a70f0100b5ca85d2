"""What waits for a draw that a moderator enters."""

import sqlalchemy as sa
from alembic import op


revision = '0018'
down_revision = '0017'


def upgrade() -> None:
    with op.batch_alter_table('match', schema=None) as batch_op:
        batch_op.add_column(sa.Column('awaited', sa.LargeBinary(), nullable=True))
