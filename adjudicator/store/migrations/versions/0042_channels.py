"""Channels beside the mails, and the notices that go there."""

import sqlalchemy as sa
from alembic import op

revision = '0042'
down_revision = '0041'


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')
    moment = sa.DateTime(timezone=True)
    op.create_table(
        'channel',
        sa.Column('id', number, nullable=False),
        sa.Column('campaign_id', number, nullable=False),
        sa.Column('seat_id', number, nullable=True),
        sa.Column('person_id', number, nullable=True),
        sa.Column('number', sa.Integer(), nullable=False),
        sa.Column('url', sa.LargeBinary(), nullable=False),
        sa.Column('secret', sa.LargeBinary(), nullable=False),
        sa.Column('events', sa.String(length=64), nullable=False),
        sa.Column('language', sa.String(length=8), nullable=False),
        sa.Column('added_at', moment, nullable=False),
        sa.Column('removed_at', moment, nullable=True),
        sa.Column('told', sa.LargeBinary(), nullable=True),
        sa.Column('failing_since', moment, nullable=True),
        sa.Column('delivered', sa.Integer(), nullable=False),
        sa.Column('failed', sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_channel_campaign_id')),
        sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_channel_seat_id')),
        sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_channel_person_id')),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_channel')),
        sa.UniqueConstraint('campaign_id', 'number', name=op.f('uq_channel_campaign_id_number')),
    )
    op.create_table(
        'channel_notice',
        sa.Column('id', number, nullable=False),
        sa.Column('channel_id', number, nullable=False),
        sa.Column('name', sa.String(length=64), nullable=False),
        sa.Column('facts', sa.LargeBinary(), nullable=False),
        sa.Column(
            'state',
            sa.Enum('queued', 'delivered', 'failed', 'cancelled', name='noticestate', native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column('queued_at', moment, nullable=False),
        sa.Column('due_at', moment, nullable=False),
        sa.Column('attempts', sa.Integer(), nullable=False),
        sa.Column('error', sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(['channel_id'], ['channel.id'], name=op.f('fk_channel_notice_channel_id')),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_channel_notice')),
        sa.UniqueConstraint('name', name=op.f('uq_channel_notice_name')),
    )
    with op.batch_alter_table('channel_notice', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_channel_notice_channel_id'), ['channel_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_channel_notice_state_due_at'), ['state', 'due_at'], unique=False)
