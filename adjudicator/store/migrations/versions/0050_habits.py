"""Add the switch for somebody's habits, and an index of when their orders came."""

import sqlalchemy as sa
from alembic import op

revision = '0050'
down_revision = '0049'


def upgrade() -> None:
    with op.batch_alter_table('person', schema=None) as batch_op:
        batch_op.add_column(sa.Column('habits', sa.Boolean(), nullable=False, server_default=sa.true()))
    with op.batch_alter_table('order_set', schema=None) as batch_op:
        batch_op.create_index('ix_order_set_person_id_received_at', ['person_id', 'received_at'], unique=False)
    op.execute("UPDATE person SET habits = false WHERE name = 'N. N. ' || CAST(id AS VARCHAR)")
