"""Votes of players."""

import sqlalchemy as sa
from alembic import op

from adjudicator.store.tables.columns import ID

revision = '0049'
down_revision = '0048'


def upgrade() -> None:
    kinds = ('pause', 'resume', 'end', 'draw', 'concession', 'replace')
    op.create_table(
        'vote',
        sa.Column('id', ID, nullable=False),
        sa.Column('campaign_id', ID, nullable=False),
        sa.Column('kind', sa.Enum(*kinds, name='votekind', native_enum=False, length=16), nullable=False),
        sa.Column('seat_id', ID, nullable=True),
        sa.Column('by_id', ID, nullable=False),
        sa.Column('closes_at', sa.DateTime(timezone=True), nullable=False),
        sa.Column('content', sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(['by_id'], ['seat.id'], name=op.f('fk_vote_by_id')),
        sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_vote_campaign_id')),
        sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_vote_seat_id')),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_vote')),
    )
    with op.batch_alter_table('vote', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_vote_campaign_id'), ['campaign_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_vote_closes_at'), ['closes_at'], unique=False)
