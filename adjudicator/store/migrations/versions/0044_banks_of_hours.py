"""What is left in the bank of hours of a seat."""

import sqlalchemy as sa
from alembic import op

revision = '0044'
down_revision = '0043'


def upgrade() -> None:
    with op.batch_alter_table('seat_record', schema=None) as batch_op:
        batch_op.add_column(sa.Column('bank_minutes', sa.Integer(), nullable=True))
