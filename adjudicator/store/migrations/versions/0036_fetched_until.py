"""Until when all mails that had come have been fetched."""

import sqlalchemy as sa
from alembic import op

revision = '0036'
down_revision = '0035'


def upgrade() -> None:
    with op.batch_alter_table('clock', schema=None) as batch_op:
        batch_op.add_column(sa.Column('fetched_at', sa.DateTime(timezone=True), nullable=True))
