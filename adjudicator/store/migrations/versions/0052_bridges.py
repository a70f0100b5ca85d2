"""Add where a line of play that was carried over to other rules goes on by these alone.

Lines that were carried over before have it where they stood then: nobody has tried whether what was given again follows.
"""

import sqlalchemy as sa
from alembic import op

revision = '0052'
down_revision = '0051'


def upgrade() -> None:
    with op.batch_alter_table('revision', schema=None) as batch_op:
        batch_op.add_column(sa.Column('bridge', sa.Integer(), nullable=True))
    op.execute(
        "UPDATE revision SET bridge = (SELECT max(checkpoint.sequence) FROM checkpoint WHERE checkpoint.match_id = "
        "revision.match_id AND checkpoint.revision = revision.number AND checkpoint.created_at = revision.created_at) "
        "WHERE EXISTS (SELECT 1 FROM audit JOIN match ON match.campaign_id = audit.campaign_id WHERE match.id = "
        "revision.match_id AND audit.command = 'upgrade migrate' AND audit.at = revision.created_at)"
    )
