"""Add whether the right lines of a seat's mails are carried out beside wrong ones."""

import sqlalchemy as sa
from alembic import op

revision = '0053'
down_revision = '0052'


def upgrade() -> None:
    with op.batch_alter_table('seat', schema=None) as batch_op:
        batch_op.add_column(sa.Column('right_lines', sa.Boolean(), nullable=False, server_default=sa.false()))
