"""Content packs, stored by their hash, and which campaigns play them."""

import sqlalchemy as sa
from alembic import op


revision = '0022'
down_revision = '0021'


def upgrade() -> None:
    op.create_table('content',
    sa.Column('hash', sa.String(length=64), nullable=False),
    sa.Column('game', sa.String(length=64), nullable=False),
    sa.Column('data', sa.LargeBinary(), nullable=False),
    sa.Column('stored_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('hash', name=op.f('pk_content'))
    )
    op.create_table('campaign_content',
    sa.Column('campaign_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('hash', sa.String(length=64), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_campaign_content_campaign_id')),
    sa.ForeignKeyConstraint(['hash'], ['content.hash'], name=op.f('fk_campaign_content_hash')),
    sa.PrimaryKeyConstraint('campaign_id', 'hash', name=op.f('pk_campaign_content'))
    )
