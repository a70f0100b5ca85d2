"""What a copy of a mail shows of who wrote it, and whether there are others of the same mail."""

import sqlalchemy as sa
from alembic import op


revision = '0025'
down_revision = '0024'


def upgrade() -> None:
    with op.batch_alter_table('inbound_mail', schema=None) as batch_op:
        batch_op.add_column(sa.Column('evidence', sa.LargeBinary(), nullable=True))
        batch_op.add_column(sa.Column('twins', sa.Boolean(), nullable=False, server_default=sa.false()))
