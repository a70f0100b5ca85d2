"""Press, diaries, invitations; what a seat adds to the seed; digests."""

import sqlalchemy as sa
from alembic import op


revision = '0005'
down_revision = '0004'


def _id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), 'sqlite')


def upgrade() -> None:
    with op.batch_alter_table('seat', schema=None) as batch_op:
        batch_op.add_column(sa.Column('digest', sa.String(length=8), nullable=False, server_default=''))
        batch_op.add_column(sa.Column('nonce', sa.LargeBinary(), nullable=True))

    op.create_table('press',
    sa.Column('id', _id(), nullable=False),
    sa.Column('campaign_id', _id(), nullable=False),
    sa.Column('key', sa.String(length=16), nullable=False),
    sa.Column('written_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('delivered', sa.Boolean(), nullable=False),
    sa.Column('content', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_press_campaign_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_press')),
    sa.UniqueConstraint('key', name=op.f('uq_press_key'))
    )
    with op.batch_alter_table('press', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_press_campaign_id_written_at'), ['campaign_id', 'written_at'], unique=False)
        batch_op.create_index(batch_op.f('ix_press_delivered_due_at'), ['delivered', 'due_at'], unique=False)

    op.create_table('diary_note',
    sa.Column('id', _id(), nullable=False),
    sa.Column('seat_id', _id(), nullable=False),
    sa.Column('person_id', _id(), nullable=False),
    sa.Column('written_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('handed_on', sa.Boolean(), nullable=False),
    sa.Column('opened', sa.Boolean(), nullable=False),
    sa.Column('text', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_diary_note_person_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_diary_note_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_diary_note'))
    )
    with op.batch_alter_table('diary_note', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_diary_note_seat_id'), ['seat_id'], unique=False)

    op.create_table('gathering',
    sa.Column('campaign_id', _id(), autoincrement=False, nullable=False),
    sa.Column('plan', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_gathering_campaign_id')),
    sa.PrimaryKeyConstraint('campaign_id', name=op.f('pk_gathering'))
    )

    op.create_table('invitation',
    sa.Column('id', _id(), nullable=False),
    sa.Column('campaign_id', _id(), nullable=False),
    sa.Column('kind', sa.Enum('player', 'moderator', 'observer', name='seatkind', native_enum=False, length=16), nullable=False),
    sa.Column('seat', sa.String(length=64), nullable=False),
    sa.Column('code_hash', sa.LargeBinary(), nullable=False),
    sa.Column('code', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('revoked_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_invitation_campaign_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_invitation')),
    sa.UniqueConstraint('code_hash', name=op.f('uq_invitation_code_hash'))
    )
    with op.batch_alter_table('invitation', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_invitation_campaign_id'), ['campaign_id'], unique=False)
