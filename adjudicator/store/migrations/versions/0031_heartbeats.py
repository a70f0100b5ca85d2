"""The processes at work, and which of them has a mail in hand."""

import sqlalchemy as sa
from alembic import op

revision = '0031'
down_revision = '0030'


def upgrade() -> None:
    op.create_table(
        'process',
        sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), autoincrement=False, nullable=False),
        sa.Column('kind', sa.String(length=16), nullable=False),
        sa.Column('host', sa.String(length=255), nullable=False),
        sa.Column('pid', sa.Integer(), nullable=False),
        sa.Column('started_at', sa.DateTime(timezone=True), nullable=False),
        sa.Column('beaten_at', sa.DateTime(timezone=True), nullable=False),
        sa.Column('beats', sa.Integer(), nullable=False),
        sa.Column('lost', sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_process')),
    )
    for table in ('inbound_mail', 'outbound_mail'):
        with op.batch_alter_table(table, schema=None) as batch_op:
            holder = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')
            batch_op.add_column(sa.Column('holder', holder, nullable=True))
