"""Fingerprints of positions may be sealed, and are longer then."""

import sqlalchemy as sa
from alembic import op


revision = '0013'
down_revision = '0012'


def upgrade() -> None:
    with op.batch_alter_table('checkpoint', schema=None) as batch_op:
        batch_op.alter_column('hash', existing_type=sa.String(64), type_=sa.String(200), existing_nullable=False)
