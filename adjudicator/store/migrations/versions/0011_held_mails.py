"""Mails that wait for somebody's word."""

import sqlalchemy as sa
from alembic import op


revision = '0011'
down_revision = '0010'

ID = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')


def upgrade() -> None:
    with op.batch_alter_table('inbound_mail', schema=None) as batch_op:
        batch_op.add_column(sa.Column('hold', sa.String(length=16), nullable=False, server_default=''))
        batch_op.add_column(sa.Column('released_at', sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column('released_person_id', ID, nullable=True))
        batch_op.create_foreign_key(batch_op.f('fk_inbound_mail_released_person_id'), 'person', ['released_person_id'], ['id'])
