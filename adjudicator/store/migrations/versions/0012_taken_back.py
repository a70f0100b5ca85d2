"""When the secret answer of a receipt was taken back."""

import sqlalchemy as sa
from alembic import op


revision = '0012'
down_revision = '0011'


def upgrade() -> None:
    with op.batch_alter_table('receipt', schema=None) as batch_op:
        batch_op.add_column(sa.Column('withdrawn_at', sa.DateTime(timezone=True), nullable=True))
