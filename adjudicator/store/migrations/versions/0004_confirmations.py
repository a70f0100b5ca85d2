"""One-time codes."""

import sqlalchemy as sa
from alembic import op


revision = '0004'
down_revision = '0003'

ID = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')


def upgrade() -> None:
    op.create_table('confirmation',
    sa.Column('id', ID, nullable=False),
    sa.Column('purpose', sa.String(length=32), nullable=False),
    sa.Column('campaign_id', ID, nullable=True),
    sa.Column('seat_id', ID, nullable=True),
    sa.Column('person_id', ID, nullable=True),
    sa.Column('email', sa.String(length=320), nullable=True),
    sa.Column('salt', sa.LargeBinary(), nullable=False),
    sa.Column('code_hash', sa.LargeBinary(), nullable=False),
    sa.Column('payload', sa.LargeBinary(), nullable=False),
    sa.Column('state', sa.Enum('open', 'confirmed', 'rejected', 'void', name='confirmationstate', native_enum=False, length=16), nullable=False),
    sa.Column('tries', sa.Integer(), nullable=False),
    sa.Column('wrong', sa.Integer(), nullable=False),
    sa.Column('issued_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('settled_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_confirmation_campaign_id')),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_confirmation_person_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_confirmation_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_confirmation'))
    )
    with op.batch_alter_table('confirmation', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_confirmation_person_id_state'), ['person_id', 'state'], unique=False)
        batch_op.create_index(batch_op.f('ix_confirmation_seat_id_state'), ['seat_id', 'state'], unique=False)
        batch_op.create_index(batch_op.f('ix_confirmation_email_state'), ['email', 'state'], unique=False)
