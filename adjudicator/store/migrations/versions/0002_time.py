"""Absences, pauses, and what moves the deadline of a question."""

import sqlalchemy as sa
from alembic import op


revision = '0002'
down_revision = '0001'


def upgrade() -> None:
    op.create_table('pause',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('campaign_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('since', sa.DateTime(timezone=True), nullable=False),
    sa.Column('until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('author', sa.String(length=200), nullable=False),
    sa.Column('reason', sa.String(length=2000), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_pause_campaign_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_pause'))
    )
    with op.batch_alter_table('pause', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_pause_campaign_id'), ['campaign_id'], unique=False)

    op.create_table('absence',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('seat_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('first_day', sa.Date(), nullable=False),
    sa.Column('last_day', sa.Date(), nullable=False),
    sa.Column('ended_on', sa.Date(), nullable=True),
    sa.Column('granted_by', sa.String(length=200), nullable=False),
    sa.Column('announced_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_absence_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_absence'))
    )
    with op.batch_alter_table('absence', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_absence_seat_id'), ['seat_id'], unique=False)

    op.create_table('seat_record',
    sa.Column('seat_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('missed_in_row', sa.Integer(), nullable=False),
    sa.Column('missed', sa.Integer(), nullable=False),
    sa.Column('waits', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_seat_record_seat_id')),
    sa.PrimaryKeyConstraint('seat_id', name=op.f('pk_seat_record'))
    )
    with op.batch_alter_table('prompt', schema=None) as batch_op:
        batch_op.add_column(sa.Column('allowed_minutes', sa.Integer(), nullable=False, server_default='0'))
        batch_op.add_column(sa.Column('not_before', sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column('waits', sa.Integer(), nullable=False, server_default='0'))
        batch_op.add_column(sa.Column('reminded_at', sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column('ready', sa.Boolean(), nullable=False, server_default=sa.false()))

    op.execute(
        'UPDATE prompt SET allowed_minutes = 60 * (SELECT deadline_hours FROM campaign WHERE campaign.id = campaign_id)'
    )
