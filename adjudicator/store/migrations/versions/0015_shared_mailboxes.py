"""Who has agreed that another seat reads his mailbox."""

import sqlalchemy as sa
from alembic import op


revision = '0015'
down_revision = '0014'


def upgrade() -> None:
    with op.batch_alter_table('holding', schema=None) as batch_op:
        batch_op.add_column(sa.Column('agreed_at', sa.DateTime(timezone=True), nullable=True))
