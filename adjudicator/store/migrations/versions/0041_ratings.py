"""Who stands in lists of ratings: everybody but those who were forgotten."""

import sqlalchemy as sa
from alembic import op

revision = '0041'
down_revision = '0038'


def upgrade() -> None:
    with op.batch_alter_table('person', schema=None) as batch_op:
        batch_op.add_column(sa.Column('rated', sa.Boolean(), nullable=False, server_default=sa.true()))
    op.execute("UPDATE person SET rated = false WHERE name = 'N. N. ' || CAST(id AS VARCHAR)")
