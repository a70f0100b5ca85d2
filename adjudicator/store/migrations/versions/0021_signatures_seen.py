"""Signatures that have proven a mail."""

import sqlalchemy as sa
from alembic import op


revision = '0021'
down_revision = '0020'


def upgrade() -> None:
    op.create_table(
        'signature_seen',
        sa.Column('mark', sa.String(length=64), nullable=False),
        sa.Column('inbound_mail_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
        sa.ForeignKeyConstraint(['inbound_mail_id'], ['inbound_mail.id']),
        sa.PrimaryKeyConstraint('mark'),
    )
    with op.batch_alter_table('signature_seen', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_signature_seen_inbound_mail_id'), ['inbound_mail_id'], unique=False)
