"""Receipts for orders, and the key that signs them."""

import sqlalchemy as sa
from alembic import op


revision = '0008'
down_revision = '0007'


def upgrade() -> None:
    op.create_table('signing_key',
    sa.Column('number', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('private', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('number', name=op.f('pk_signing_key'))
    )
    op.create_table('receipt',
    sa.Column('seat_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('number', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('order_set_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('issued_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('text', sa.LargeBinary(), nullable=False),
    sa.Column('leaves', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['order_set_id'], ['order_set.id'], name=op.f('fk_receipt_order_set_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_receipt_seat_id')),
    sa.PrimaryKeyConstraint('seat_id', 'number', name=op.f('pk_receipt')),
    sa.UniqueConstraint('order_set_id', name=op.f('uq_receipt_order_set_id'))
    )
