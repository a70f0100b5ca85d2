"""In which turn and round a question is asked: all questions of one are one entry of a calendar."""

import sqlalchemy as sa
from alembic import op


revision = '0026'
down_revision = '0025'


def upgrade() -> None:
    with op.batch_alter_table('prompt', schema=None) as batch_op:
        batch_op.add_column(sa.Column('course', sa.String(length=32), nullable=False, server_default=''))
