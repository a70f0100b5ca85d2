"""The latest moment that an installation has seen, and processes that do not believe the clock of their machine."""

import sqlalchemy as sa
from alembic import op

revision = '0034'
down_revision = '0033'


def upgrade() -> None:
    op.create_table(
        'clock',
        sa.Column('id', sa.Integer(), autoincrement=False, nullable=False),
        sa.Column('seen_at', sa.DateTime(timezone=True), nullable=False),
        sa.Column('asked_at', sa.DateTime(timezone=True), nullable=True),
        sa.Column('told_at', sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_clock')),
    )
    with op.batch_alter_table('process', schema=None) as batch_op:
        batch_op.add_column(sa.Column('clock_at', sa.DateTime(timezone=True), nullable=True))
