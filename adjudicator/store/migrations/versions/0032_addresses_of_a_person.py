"""The addresses in use of one person are found without going through everybody's."""

from alembic import op

revision = '0032'
down_revision = '0031'


def upgrade() -> None:
    op.drop_index(op.f('ix_address_state'), table_name='address')
    op.create_index(op.f('ix_address_state_person_id'), 'address', ['state', 'person_id'])
