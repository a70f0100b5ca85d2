"""Sealed bids for seats, and when a campaign that waits for them goes on."""

import sqlalchemy as sa
from alembic import op


revision = '0024'
down_revision = '0023'


def upgrade() -> None:
    with op.batch_alter_table('seat', schema=None) as batch_op:
        batch_op.add_column(sa.Column('bid', sa.LargeBinary(), nullable=True))
    with op.batch_alter_table('gathering', schema=None) as batch_op:
        batch_op.add_column(sa.Column('due_at', sa.DateTime(timezone=True), nullable=True))
