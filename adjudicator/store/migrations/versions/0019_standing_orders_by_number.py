"""Standing orders keep their numbers, and stay on record when they are over."""

import sqlalchemy as sa
from alembic import op


revision = '0019'
down_revision = '0018'


def upgrade() -> None:
    with op.batch_alter_table('standing_order', schema=None) as batch_op:
        batch_op.add_column(sa.Column('number', sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column('ended_at', sa.DateTime(timezone=True), nullable=True))
    op.execute(
        'UPDATE standing_order SET number = (SELECT COUNT(*) FROM standing_order AS older'
        ' WHERE older.seat_id = standing_order.seat_id AND older.id <= standing_order.id)'
    )
    with op.batch_alter_table('standing_order', schema=None) as batch_op:
        batch_op.alter_column('number', existing_type=sa.Integer(), nullable=False)
