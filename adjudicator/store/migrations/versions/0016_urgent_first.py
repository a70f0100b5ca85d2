"""The outbox is searched by urgency."""

from alembic import op


revision = '0016'
down_revision = '0015'


def upgrade() -> None:
    with op.batch_alter_table('outbound_mail', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_outbound_mail_state_due_at'))
        batch_op.create_index(
            batch_op.f('ix_outbound_mail_state_priority_due_at'), ['state', 'priority', 'due_at'], unique=False
        )
