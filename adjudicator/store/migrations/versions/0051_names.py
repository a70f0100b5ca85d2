"""Call notes of a diary for a successor, and shards of the campaigns, what they are."""

from alembic import op

revision = '0051'
down_revision = '0050'


def upgrade() -> None:
    with op.batch_alter_table('diary_note', schema=None) as batch_op:
        batch_op.alter_column('handed_on', new_column_name='for_successor')
    with op.batch_alter_table('process', schema=None) as batch_op:
        batch_op.alter_column('shares', new_column_name='shards')
