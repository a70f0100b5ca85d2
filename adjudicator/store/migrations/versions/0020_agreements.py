"""Offers of seats to seats."""

import sqlalchemy as sa
from alembic import op

revision = '0020'
down_revision = '0019'


def upgrade() -> None:
    op.create_table(
        'agreement',
        sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
        sa.Column('campaign_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
        sa.Column('match_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
        sa.Column('number', sa.Integer(), nullable=False),
        sa.Column(
            'state',
            sa.Enum(
                'open', 'concluded', 'declined', 'withdrawn', 'countered', 'impossible', 'expired', 'undone',
                name='agreementstate', native_enum=False, length=16,
            ),
            nullable=False,
        ),
        sa.Column('sequence', sa.Integer(), nullable=False),
        sa.Column('concluded_at', sa.Integer(), nullable=True),
        sa.Column('made_at', sa.DateTime(timezone=True), nullable=False),
        sa.Column('closed_at', sa.DateTime(timezone=True), nullable=True),
        sa.Column('content', sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_agreement_campaign_id')),
        sa.ForeignKeyConstraint(['match_id'], ['match.id'], name=op.f('fk_agreement_match_id')),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_agreement')),
        sa.UniqueConstraint('match_id', 'number', name=op.f('uq_agreement_match_id_number')),
    )
    with op.batch_alter_table('agreement', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_agreement_campaign_id'), ['campaign_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_agreement_match_id_state'), ['match_id', 'state'], unique=False)
    with op.batch_alter_table('match', schema=None) as batch_op:
        batch_op.add_column(sa.Column('agreements', sa.LargeBinary(), nullable=True))
