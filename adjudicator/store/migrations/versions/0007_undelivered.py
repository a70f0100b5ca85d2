"""Mails that did not arrive, which mails go first, and tries that never ended."""

import sqlalchemy as sa
from alembic import op


revision = '0007'
down_revision = '0006'


def upgrade() -> None:
    op.create_table('delivery_trouble',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('outbound_mail_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('inbound_mail_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=True),
    sa.Column('recipient', sa.String(length=320), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('status', sa.String(length=32), nullable=False),
    sa.Column('diagnostic', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['outbound_mail_id'], ['outbound_mail.id'],
                            name=op.f('fk_delivery_trouble_outbound_mail_id')),
    sa.ForeignKeyConstraint(['inbound_mail_id'], ['inbound_mail.id'],
                            name=op.f('fk_delivery_trouble_inbound_mail_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_delivery_trouble')),
    sa.UniqueConstraint('outbound_mail_id', 'kind', name=op.f('uq_delivery_trouble_outbound_mail_id_kind'))
    )
    with op.batch_alter_table('delivery_trouble', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_delivery_trouble_recipient_at'), ['recipient', 'at'], unique=False)
    with op.batch_alter_table('outbound_mail', schema=None) as batch_op:
        batch_op.add_column(sa.Column('priority', sa.Integer(), nullable=False, server_default='1'))
        batch_op.add_column(sa.Column('tried_at', sa.DateTime(timezone=True), nullable=True))
        batch_op.create_index(batch_op.f('ix_outbound_mail_tried_at'), ['tried_at'], unique=False)
    with op.batch_alter_table('inbound_mail', schema=None) as batch_op:
        batch_op.add_column(sa.Column('unfinished', sa.Integer(), nullable=False, server_default='0'))
    with op.batch_alter_table('address', schema=None) as batch_op:
        batch_op.add_column(sa.Column('essential_only', sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.create_index(batch_op.f('ix_address_state'), ['state'], unique=False)
