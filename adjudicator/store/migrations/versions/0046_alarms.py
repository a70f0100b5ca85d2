"""What the operator was told."""

import sqlalchemy as sa
from alembic import op

revision = '0046'
down_revision = '0045'


def upgrade() -> None:
    op.create_table(
        'alarm',
        sa.Column('name', sa.String(length=64), nullable=False),
        sa.Column('told_at', sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint('name', name=op.f('pk_alarm')),
    )
