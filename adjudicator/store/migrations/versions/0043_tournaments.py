"""Tournaments: several campaigns, round after round."""

import sqlalchemy as sa
from alembic import op

revision = '0043'
down_revision = '0042'


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')
    op.create_table(
        'tournament',
        sa.Column('id', number, nullable=False),
        sa.Column('name', sa.String(length=64), nullable=False),
        sa.Column('title', sa.String(length=200), nullable=False),
        sa.Column('game', sa.String(length=64), nullable=False),
        sa.Column('plan', sa.LargeBinary(), nullable=False),
        sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_tournament')),
        sa.UniqueConstraint('name', name=op.f('uq_tournament_name')),
    )
    op.create_table(
        'tournament_table',
        sa.Column('tournament_id', number, nullable=False),
        sa.Column('round', sa.Integer(), nullable=False),
        sa.Column('number', sa.Integer(), nullable=False),
        sa.Column('campaign_id', number, nullable=False),
        sa.ForeignKeyConstraint(
            ['campaign_id'], ['campaign.id'], name=op.f('fk_tournament_table_campaign_id_campaign')
        ),
        sa.ForeignKeyConstraint(
            ['tournament_id'], ['tournament.id'], name=op.f('fk_tournament_table_tournament_id_tournament')
        ),
        sa.PrimaryKeyConstraint('tournament_id', 'round', 'number', name=op.f('pk_tournament_table')),
        sa.UniqueConstraint('campaign_id', name=op.f('uq_tournament_table_campaign_id')),
    )
