"""How the turn under way was scored after each of its rounds, for the bars of mails."""

import sqlalchemy as sa
from alembic import op


revision = '0029'
down_revision = '0028'


def upgrade() -> None:
    with op.batch_alter_table('match', schema=None) as batch_op:
        batch_op.add_column(sa.Column('course', sa.LargeBinary(), nullable=True))
