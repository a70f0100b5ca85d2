"""Standing orders."""

import sqlalchemy as sa
from alembic import op


revision = '0003'
down_revision = '0002'


def upgrade() -> None:
    op.create_table('standing_order',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('seat_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('line', sa.LargeBinary(), nullable=False),
    sa.Column('written_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('used_at', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_standing_order_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_standing_order'))
    )
    with op.batch_alter_table('standing_order', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_standing_order_seat_id'), ['seat_id'], unique=False)

