"""Pictures of our mails are kept once for a campaign. Mails that are there stay as they are until they are dropped."""

import sqlalchemy as sa
from alembic import op


revision = '0027'
down_revision = '0026'

_ID = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')
_IS_KEPT = sa.text('raw IS NOT NULL')


def upgrade() -> None:
    op.create_table(
        'mail_picture',
        sa.Column('campaign_id', _ID, nullable=False),
        sa.Column('hash', sa.LargeBinary(), nullable=False),
        sa.Column('data', sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_mail_picture_campaign_id')),
        sa.PrimaryKeyConstraint('campaign_id', 'hash', name=op.f('pk_mail_picture')),
    )
    op.create_table(
        'picture_use',
        sa.Column('outbound_mail_id', _ID, nullable=False),
        sa.Column('campaign_id', _ID, nullable=False),
        sa.Column('hash', sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(['outbound_mail_id'], ['outbound_mail.id'], name=op.f('fk_picture_use_outbound_mail_id')),
        sa.ForeignKeyConstraint(
            ['campaign_id', 'hash'],
            ['mail_picture.campaign_id', 'mail_picture.hash'],
            name=op.f('fk_picture_use_campaign_id_hash'),
        ),
        sa.PrimaryKeyConstraint('outbound_mail_id', 'campaign_id', 'hash', name=op.f('pk_picture_use')),
    )
    op.create_index(op.f('ix_picture_use_campaign_id_hash'), 'picture_use', ['campaign_id', 'hash'])
    op.create_index(
        'ix_outbound_mail_kept',
        'outbound_mail',
        ['queued_at'],
        sqlite_where=_IS_KEPT,
        postgresql_where=_IS_KEPT,
    )
