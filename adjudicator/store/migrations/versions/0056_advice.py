"""Add hints that somebody has asked for, and what a steward has compared for them."""

import sqlalchemy as sa
from alembic import op

revision = '0056'
down_revision = '0055'


def upgrade() -> None:
    with op.batch_alter_table('prompt', schema=None) as batch_op:
        batch_op.add_column(sa.Column('advice_at', sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column('advice', sa.LargeBinary(), nullable=True))
    waits = sa.text('advice_at IS NOT NULL AND advice IS NULL')
    op.create_index('ix_prompt_advice_wanted', 'prompt', ['state', 'advice_at'], sqlite_where=waits, postgresql_where=waits)
