"""Mails for several campaigns: a row for each campaign."""

import sqlalchemy as sa
from alembic import op


revision = '0017'
down_revision = '0016'

ID = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')


def upgrade() -> None:
    with op.batch_alter_table('inbound_mail', schema=None) as batch_op:
        batch_op.add_column(sa.Column('part_by', ID, nullable=True))
        batch_op.create_foreign_key(batch_op.f('fk_inbound_mail_part_by'), 'person', ['part_by'], ['id'])
