"""What a moderator may do, and stand-ins who get their dossier later."""

import sqlalchemy as sa
from alembic import op


revision = '0009'
down_revision = '0008'


def upgrade() -> None:
    with op.batch_alter_table('holding', schema=None) as batch_op:
        batch_op.add_column(sa.Column('rights', sa.String(length=16), nullable=False, server_default='all'))
        batch_op.add_column(sa.Column('dossier_due', sa.Boolean(), nullable=False, server_default=sa.false()))
