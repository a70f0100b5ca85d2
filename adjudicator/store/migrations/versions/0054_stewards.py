"""Add the program that plays in the place of people, and what it has compared for its answers."""

import sqlalchemy as sa
from alembic import op

revision = '0054'
down_revision = '0053'


def upgrade() -> None:
    with op.batch_alter_table('person', schema=None) as batch_op:
        batch_op.add_column(sa.Column('steward', sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.create_index(batch_op.f('ix_person_steward'), ['steward'], unique=False)
    with op.batch_alter_table('prompt', schema=None) as batch_op:
        batch_op.add_column(sa.Column('thought', sa.LargeBinary(), nullable=True))
