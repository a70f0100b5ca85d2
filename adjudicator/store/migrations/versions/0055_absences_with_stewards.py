"""Add in whose place a steward plays during an absence."""

import sqlalchemy as sa
from alembic import op

revision = '0055'
down_revision = '0054'


def upgrade() -> None:
    with op.batch_alter_table('absence', schema=None) as batch_op:
        number = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')
        batch_op.add_column(sa.Column('steward_for', number, nullable=True))
        batch_op.create_foreign_key(batch_op.f('fk_absence_steward_for'), 'person', ['steward_for'], ['id'])
