"""How the players hear of an act at the moderator's desk."""

import sqlalchemy as sa
from alembic import op


revision = '0006'
down_revision = '0005'


def upgrade() -> None:
    with op.batch_alter_table('audit', schema=None) as batch_op:
        batch_op.add_column(sa.Column('telling', sa.String(16), nullable=False, server_default='notice'))
