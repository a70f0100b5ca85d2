"""What a seat wants attached to its mails."""

import sqlalchemy as sa
from alembic import op


revision = '0010'
down_revision = '0009'


def upgrade() -> None:
    with op.batch_alter_table('seat', schema=None) as batch_op:
        batch_op.add_column(sa.Column('calendar', sa.Boolean(), nullable=False, server_default=sa.true()))
        batch_op.add_column(sa.Column('data_copy', sa.Boolean(), nullable=False, server_default=sa.false()))
