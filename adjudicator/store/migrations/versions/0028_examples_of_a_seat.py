"""Whether mails to a seat offer whole answers."""

import sqlalchemy as sa
from alembic import op


revision = '0028'
down_revision = '0027'


def upgrade() -> None:
    with op.batch_alter_table('seat', schema=None) as batch_op:
        batch_op.add_column(sa.Column('examples', sa.Boolean(), nullable=False, server_default=sa.true()))
