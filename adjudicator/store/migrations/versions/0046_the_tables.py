"""Make the tables: those of the version of 27 November 2026, in one step. What came before it is not known any more."""

import sqlalchemy as sa
from alembic import op

from adjudicator.store.tables.columns import ID

revision = '0046'
down_revision = None


def upgrade() -> None:
    op.create_table('alarm',
    sa.Column('name', sa.String(length=64), nullable=False),
    sa.Column('told_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('name', name=op.f('pk_alarm'))
    )
    op.create_table('audit',
    sa.Column('campaign_id', ID, autoincrement=False, nullable=False),
    sa.Column('number', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('author', sa.String(length=200), nullable=False),
    sa.Column('command', sa.String(length=64), nullable=False),
    sa.Column('details', sa.LargeBinary(), nullable=False),
    sa.Column('telling', sa.String(length=16), server_default='notice', nullable=False),
    sa.Column('previous', sa.LargeBinary(), nullable=False),
    sa.Column('hash', sa.LargeBinary(), nullable=False),
    sa.PrimaryKeyConstraint('campaign_id', 'number', name=op.f('pk_audit'))
    )
    op.create_table('clock',
    sa.Column('id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('seen_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('asked_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('told_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('fetched_at', sa.DateTime(timezone=True), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_clock'))
    )
    op.create_table('content',
    sa.Column('hash', sa.String(length=64), nullable=False),
    sa.Column('game', sa.String(length=64), nullable=False),
    sa.Column('data', sa.LargeBinary(), nullable=False),
    sa.Column('stored_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('hash', name=op.f('pk_content'))
    )
    op.create_table('mailbox',
    sa.Column('name', sa.String(length=31), nullable=False),
    sa.Column('fetched_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('name', name=op.f('pk_mailbox'))
    )
    op.create_table('person',
    sa.Column('id', ID, nullable=False),
    sa.Column('name', sa.String(length=200), nullable=False),
    sa.Column('language', sa.String(length=8), nullable=False),
    sa.Column('time_zone', sa.String(length=64), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('overview', sa.Boolean(), server_default=sa.false(), nullable=False),
    sa.Column('overview_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('rated', sa.Boolean(), server_default=sa.true(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_person'))
    )
    op.create_table('process',
    sa.Column('id', ID, autoincrement=False, nullable=False),
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('host', sa.String(length=255), nullable=False),
    sa.Column('pid', sa.Integer(), nullable=False),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('beaten_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('beats', sa.Integer(), nullable=False),
    sa.Column('lost', sa.Boolean(), nullable=False),
    sa.Column('clock_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('shares', sa.Text(), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_process'))
    )
    op.create_table('series',
    sa.Column('id', ID, nullable=False),
    sa.Column('name', sa.String(length=64), nullable=False),
    sa.Column('title', sa.String(length=200), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_series')),
    sa.UniqueConstraint('name', name=op.f('uq_series_name'))
    )
    op.create_table('signing_key',
    sa.Column('number', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('private', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('number', name=op.f('pk_signing_key'))
    )
    op.create_table('tournament',
    sa.Column('id', ID, nullable=False),
    sa.Column('name', sa.String(length=64), nullable=False),
    sa.Column('title', sa.String(length=200), nullable=False),
    sa.Column('game', sa.String(length=64), nullable=False),
    sa.Column('plan', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_tournament')),
    sa.UniqueConstraint('name', name=op.f('uq_tournament_name'))
    )
    op.create_table('address',
    sa.Column('id', ID, nullable=False),
    sa.Column('person_id', ID, nullable=False),
    sa.Column('email', sa.String(length=320), nullable=False),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('bounces', sa.Integer(), nullable=False),
    sa.Column('essential_only', sa.Boolean(), server_default=sa.false(), nullable=False),
    sa.Column('main', sa.Boolean(), server_default=sa.false(), nullable=False),
    sa.Column('asked_by', sa.String(length=200), server_default='', nullable=False),
    sa.Column('confirmed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('registered_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_address_person_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_address')),
    sa.UniqueConstraint('person_id', 'email', name=op.f('uq_address_person_id_email'))
    )
    with op.batch_alter_table('address', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_address_email'), ['email'], unique=False)
        batch_op.create_index(batch_op.f('ix_address_state_person_id'), ['state', 'person_id'], unique=False)

    op.create_table('campaign',
    sa.Column('id', ID, nullable=False),
    sa.Column('name', sa.String(length=64), nullable=False),
    sa.Column('title', sa.String(length=200), nullable=False),
    sa.Column('series_id', ID, nullable=True),
    sa.Column('series_position', sa.Integer(), nullable=True),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('language', sa.String(length=8), nullable=False),
    sa.Column('time_zone', sa.String(length=64), nullable=False),
    sa.Column('deadline_hours', sa.Integer(), nullable=False),
    sa.Column('settings', sa.LargeBinary(), nullable=False),
    sa.Column('mailbox', sa.String(length=31), server_default='', nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['series_id'], ['series.id'], name=op.f('fk_campaign_series_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_campaign')),
    sa.UniqueConstraint('name', name=op.f('uq_campaign_name'))
    )
    with op.batch_alter_table('campaign', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_campaign_series_id'), ['series_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_campaign_state'), ['state'], unique=False)

    op.create_table('campaign_content',
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('hash', sa.String(length=64), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_campaign_content_campaign_id')),
    sa.ForeignKeyConstraint(['hash'], ['content.hash'], name=op.f('fk_campaign_content_hash')),
    sa.PrimaryKeyConstraint('campaign_id', 'hash', name=op.f('pk_campaign_content'))
    )
    op.create_table('gathering',
    sa.Column('campaign_id', ID, autoincrement=False, nullable=False),
    sa.Column('plan', sa.LargeBinary(), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_gathering_campaign_id')),
    sa.PrimaryKeyConstraint('campaign_id', name=op.f('pk_gathering'))
    )
    op.create_table('invitation',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('seat', sa.String(length=64), nullable=False),
    sa.Column('code_hash', sa.LargeBinary(), nullable=False),
    sa.Column('code', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('revoked_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_invitation_campaign_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_invitation')),
    sa.UniqueConstraint('code_hash', name=op.f('uq_invitation_code_hash'))
    )
    with op.batch_alter_table('invitation', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_invitation_campaign_id'), ['campaign_id'], unique=False)

    op.create_table('mail_picture',
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('hash', sa.LargeBinary(), nullable=False),
    sa.Column('data', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_mail_picture_campaign_id')),
    sa.PrimaryKeyConstraint('campaign_id', 'hash', name=op.f('pk_mail_picture'))
    )
    op.create_table('match',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('game', sa.String(length=64), nullable=False),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('sequence', sa.Integer(), nullable=False),
    sa.Column('rules_version', sa.String(length=32), nullable=False),
    sa.Column('content_hash', sa.String(length=64), nullable=False),
    sa.Column('options', sa.LargeBinary(), nullable=False),
    sa.Column('commitment', sa.String(length=128), nullable=False),
    sa.Column('seed', sa.LargeBinary(), nullable=False),
    sa.Column('awaited', sa.LargeBinary(), nullable=True),
    sa.Column('agreements', sa.LargeBinary(), nullable=True),
    sa.Column('course', sa.LargeBinary(), nullable=True),
    sa.Column('result', sa.LargeBinary(), nullable=True),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_match_campaign_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_match')),
    sa.UniqueConstraint('campaign_id', 'number', name=op.f('uq_match_campaign_id_number'))
    )
    op.create_table('pause',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('since', sa.DateTime(timezone=True), nullable=False),
    sa.Column('until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('author', sa.String(length=200), nullable=False),
    sa.Column('reason', sa.String(length=2000), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_pause_campaign_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_pause'))
    )
    with op.batch_alter_table('pause', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_pause_campaign_id'), ['campaign_id'], unique=False)

    op.create_table('press',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('key', sa.String(length=16), nullable=False),
    sa.Column('written_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('delivered', sa.Boolean(), nullable=False),
    sa.Column('content', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_press_campaign_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_press')),
    sa.UniqueConstraint('key', name=op.f('uq_press_key'))
    )
    with op.batch_alter_table('press', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_press_campaign_id_written_at'), ['campaign_id', 'written_at'], unique=False)
        batch_op.create_index(batch_op.f('ix_press_delivered_due_at'), ['delivered', 'due_at'], unique=False)

    op.create_table('seat',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('name', sa.String(length=64), nullable=False),
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('tag', sa.String(length=32), nullable=False),
    sa.Column('token_hash', sa.LargeBinary(), nullable=False),
    sa.Column('token', sa.LargeBinary(), nullable=False),
    sa.Column('token_issued_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('language', sa.String(length=8), nullable=False),
    sa.Column('mail_format', sa.String(length=8), nullable=False),
    sa.Column('calendar', sa.Boolean(), server_default=sa.true(), nullable=False),
    sa.Column('data_copy', sa.Boolean(), server_default=sa.false(), nullable=False),
    sa.Column('examples', sa.Boolean(), server_default=sa.true(), nullable=False),
    sa.Column('digest', sa.String(length=8), server_default='', nullable=False),
    sa.Column('nonce', sa.LargeBinary(), nullable=True),
    sa.Column('bid', sa.LargeBinary(), nullable=True),
    sa.Column('former', sa.String(length=64), server_default='', nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_seat_campaign_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_seat')),
    sa.UniqueConstraint('campaign_id', 'name', name=op.f('uq_seat_campaign_id_name')),
    sa.UniqueConstraint('tag', name=op.f('uq_seat_tag')),
    sa.UniqueConstraint('token_hash', name=op.f('uq_seat_token_hash'))
    )
    op.create_table('tournament_table',
    sa.Column('tournament_id', ID, nullable=False),
    sa.Column('round', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_tournament_table_campaign_id_campaign')),
    sa.ForeignKeyConstraint(['tournament_id'], ['tournament.id'], name=op.f('fk_tournament_table_tournament_id_tournament')),
    sa.PrimaryKeyConstraint('tournament_id', 'round', 'number', name=op.f('pk_tournament_table')),
    sa.UniqueConstraint('campaign_id', name=op.f('uq_tournament_table_campaign_id'))
    )
    op.create_table('absence',
    sa.Column('id', ID, nullable=False),
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('first_day', sa.Date(), nullable=False),
    sa.Column('last_day', sa.Date(), nullable=False),
    sa.Column('ended_on', sa.Date(), nullable=True),
    sa.Column('granted_by', sa.String(length=200), nullable=False),
    sa.Column('announced_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_absence_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_absence'))
    )
    with op.batch_alter_table('absence', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_absence_seat_id'), ['seat_id'], unique=False)

    op.create_table('agreement',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('match_id', ID, nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('sequence', sa.Integer(), nullable=False),
    sa.Column('concluded_at', sa.Integer(), nullable=True),
    sa.Column('made_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('closed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('content', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_agreement_campaign_id')),
    sa.ForeignKeyConstraint(['match_id'], ['match.id'], name=op.f('fk_agreement_match_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_agreement')),
    sa.UniqueConstraint('match_id', 'number', name=op.f('uq_agreement_match_id_number'))
    )
    with op.batch_alter_table('agreement', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_agreement_campaign_id'), ['campaign_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_agreement_match_id_state'), ['match_id', 'state'], unique=False)

    op.create_table('channel',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('seat_id', ID, nullable=True),
    sa.Column('person_id', ID, nullable=True),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('url', sa.LargeBinary(), nullable=False),
    sa.Column('secret', sa.LargeBinary(), nullable=False),
    sa.Column('events', sa.String(length=64), nullable=False),
    sa.Column('language', sa.String(length=8), nullable=False),
    sa.Column('added_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('removed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('told', sa.LargeBinary(), nullable=True),
    sa.Column('failing_since', sa.DateTime(timezone=True), nullable=True),
    sa.Column('delivered', sa.Integer(), nullable=False),
    sa.Column('failed', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_channel_campaign_id')),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_channel_person_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_channel_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_channel')),
    sa.UniqueConstraint('campaign_id', 'number', name=op.f('uq_channel_campaign_id_number'))
    )
    op.create_table('confirmation',
    sa.Column('id', ID, nullable=False),
    sa.Column('purpose', sa.String(length=32), nullable=False),
    sa.Column('campaign_id', ID, nullable=True),
    sa.Column('seat_id', ID, nullable=True),
    sa.Column('person_id', ID, nullable=True),
    sa.Column('email', sa.String(length=320), nullable=True),
    sa.Column('salt', sa.LargeBinary(), nullable=False),
    sa.Column('code_hash', sa.LargeBinary(), nullable=False),
    sa.Column('payload', sa.LargeBinary(), nullable=False),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('tries', sa.Integer(), nullable=False),
    sa.Column('wrong', sa.Integer(), nullable=False),
    sa.Column('issued_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('settled_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_confirmation_campaign_id')),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_confirmation_person_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_confirmation_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_confirmation'))
    )
    with op.batch_alter_table('confirmation', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_confirmation_email_state'), ['email', 'state'], unique=False)
        batch_op.create_index(batch_op.f('ix_confirmation_person_id_state'), ['person_id', 'state'], unique=False)
        batch_op.create_index(batch_op.f('ix_confirmation_seat_id_state'), ['seat_id', 'state'], unique=False)

    op.create_table('diary_note',
    sa.Column('id', ID, nullable=False),
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('person_id', ID, nullable=False),
    sa.Column('written_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('handed_on', sa.Boolean(), nullable=False),
    sa.Column('opened', sa.Boolean(), nullable=False),
    sa.Column('text', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_diary_note_person_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_diary_note_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_diary_note'))
    )
    with op.batch_alter_table('diary_note', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_diary_note_seat_id'), ['seat_id'], unique=False)

    op.create_table('draft',
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('prompt_number', sa.Integer(), nullable=True),
    sa.Column('lines', sa.LargeBinary(), nullable=False),
    sa.Column('updated_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_draft_seat_id')),
    sa.PrimaryKeyConstraint('seat_id', name=op.f('pk_draft'))
    )
    op.create_table('holding',
    sa.Column('id', ID, nullable=False),
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('person_id', ID, nullable=False),
    sa.Column('role', sa.String(length=16), nullable=False),
    sa.Column('since', sa.DateTime(timezone=True), nullable=False),
    sa.Column('until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('rights', sa.String(length=16), server_default='all', nullable=False),
    sa.Column('dossier_due', sa.Boolean(), server_default=sa.false(), nullable=False),
    sa.Column('agreed_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_holding_person_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_holding_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_holding'))
    )
    with op.batch_alter_table('holding', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_holding_person_id'), ['person_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_holding_seat_id'), ['seat_id'], unique=False)

    op.create_table('inbound_mail',
    sa.Column('id', ID, nullable=False),
    sa.Column('message_id', sa.String(length=1000), nullable=False),
    sa.Column('content_hash', sa.LargeBinary(), nullable=False),
    sa.Column('evidence', sa.LargeBinary(), nullable=True),
    sa.Column('twins', sa.Boolean(), server_default=sa.false(), nullable=False),
    sa.Column('received_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('stored_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('sender', sa.String(length=320), nullable=False),
    sa.Column('mailbox', sa.String(length=31), server_default='', nullable=False),
    sa.Column('size', sa.Integer(), nullable=False),
    sa.Column('status', sa.String(length=16), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('unfinished', sa.Integer(), server_default='0', nullable=False),
    sa.Column('holder', ID, nullable=True),
    sa.Column('nature', sa.String(length=32), nullable=False),
    sa.Column('reason', sa.String(length=2000), nullable=False),
    sa.Column('campaign_id', ID, nullable=True),
    sa.Column('seat_id', ID, nullable=True),
    sa.Column('hold', sa.String(length=16), server_default='', nullable=False),
    sa.Column('released_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('released_person_id', ID, nullable=True),
    sa.Column('part_by', ID, nullable=True),
    sa.Column('dropped_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('raw', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_inbound_mail_campaign_id')),
    sa.ForeignKeyConstraint(['part_by'], ['person.id'], name=op.f('fk_inbound_mail_part_by')),
    sa.ForeignKeyConstraint(['released_person_id'], ['person.id'], name=op.f('fk_inbound_mail_released_person_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_inbound_mail_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_inbound_mail')),
    sa.UniqueConstraint('message_id', 'content_hash', name=op.f('uq_inbound_mail_message_id_content_hash'))
    )
    with op.batch_alter_table('inbound_mail', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_inbound_mail_campaign_id_status'), ['campaign_id', 'status'], unique=False)
        batch_op.create_index(
            'ix_inbound_mail_kept', ['stored_at'], sqlite_where=sa.text('dropped_at IS NULL'), postgresql_where=sa.text('dropped_at IS NULL')
        )
        batch_op.create_index(batch_op.f('ix_inbound_mail_status_due_at'), ['status', 'due_at'], unique=False)

    op.create_table('outbound_mail',
    sa.Column('id', ID, nullable=False),
    sa.Column('message_id', sa.String(length=200), nullable=False),
    sa.Column('in_reply_to', sa.String(length=1000), nullable=True),
    sa.Column('kind', sa.String(length=32), nullable=False),
    sa.Column('recipient', sa.String(length=320), nullable=False),
    sa.Column('mailbox', sa.String(length=31), server_default='', nullable=False),
    sa.Column('campaign_id', ID, nullable=True),
    sa.Column('seat_id', ID, nullable=True),
    sa.Column('prompt_number', sa.Integer(), nullable=True),
    sa.Column('match_id', ID, nullable=True),
    sa.Column('revision', sa.Integer(), nullable=True),
    sa.Column('sequence', sa.Integer(), nullable=True),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('error', sa.String(length=2000), nullable=False),
    sa.Column('priority', sa.Integer(), server_default='1', nullable=False),
    sa.Column('queued_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('tried_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('holder', ID, nullable=True),
    sa.Column('handed_over_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('intent', sa.LargeBinary(), nullable=False),
    sa.Column('raw', sa.LargeBinary(), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_outbound_mail_campaign_id')),
    sa.ForeignKeyConstraint(['match_id'], ['match.id'], name=op.f('fk_outbound_mail_match_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_outbound_mail_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_outbound_mail')),
    sa.UniqueConstraint('message_id', name=op.f('uq_outbound_mail_message_id'))
    )
    with op.batch_alter_table('outbound_mail', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_outbound_mail_campaign_id_state'), ['campaign_id', 'state'], unique=False)
        batch_op.create_index(
            'ix_outbound_mail_kept', ['queued_at'], sqlite_where=sa.text('raw IS NOT NULL'), postgresql_where=sa.text('raw IS NOT NULL')
        )
        batch_op.create_index(batch_op.f('ix_outbound_mail_recipient_queued_at'), ['recipient', 'queued_at'], unique=False)
        batch_op.create_index(batch_op.f('ix_outbound_mail_seat_id_kind_id'), ['seat_id', 'kind', 'id'], unique=False)
        batch_op.create_index(batch_op.f('ix_outbound_mail_state_priority_due_at'), ['state', 'priority', 'due_at'], unique=False)
        batch_op.create_index(batch_op.f('ix_outbound_mail_tried_at'), ['tried_at'], unique=False)

    op.create_table('revision',
    sa.Column('match_id', ID, nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('parent', sa.Integer(), nullable=True),
    sa.Column('branched_at', sa.Integer(), nullable=False),
    sa.Column('rules_version', sa.String(length=32), nullable=False),
    sa.Column('content_hash', sa.String(length=64), nullable=False),
    sa.Column('document', sa.LargeBinary(), nullable=True),
    sa.Column('author', sa.String(length=200), nullable=False),
    sa.Column('reason', sa.String(length=2000), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['match_id'], ['match.id'], name=op.f('fk_revision_match_id')),
    sa.PrimaryKeyConstraint('match_id', 'number', name=op.f('pk_revision'))
    )
    op.create_table('seat_record',
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('missed_in_row', sa.Integer(), nullable=False),
    sa.Column('missed', sa.Integer(), nullable=False),
    sa.Column('waits', sa.Integer(), nullable=False),
    sa.Column('bank_minutes', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_seat_record_seat_id')),
    sa.PrimaryKeyConstraint('seat_id', name=op.f('pk_seat_record'))
    )
    op.create_table('standing_order',
    sa.Column('id', ID, nullable=False),
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('line', sa.LargeBinary(), nullable=False),
    sa.Column('written_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('used_at', sa.Integer(), nullable=True),
    sa.Column('ended_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_standing_order_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_standing_order'))
    )
    with op.batch_alter_table('standing_order', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_standing_order_seat_id'), ['seat_id'], unique=False)

    op.create_table('channel_notice',
    sa.Column('id', ID, nullable=False),
    sa.Column('channel_id', ID, nullable=False),
    sa.Column('name', sa.String(length=64), nullable=False),
    sa.Column('facts', sa.LargeBinary(), nullable=False),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('queued_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('holder', ID, nullable=True),
    sa.Column('error', sa.String(length=200), nullable=False),
    sa.ForeignKeyConstraint(['channel_id'], ['channel.id'], name=op.f('fk_channel_notice_channel_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_channel_notice')),
    sa.UniqueConstraint('name', name=op.f('uq_channel_notice_name'))
    )
    with op.batch_alter_table('channel_notice', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_channel_notice_channel_id'), ['channel_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_channel_notice_state_due_at'), ['state', 'due_at'], unique=False)

    op.create_table('checkpoint',
    sa.Column('match_id', ID, nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('sequence', sa.Integer(), nullable=False),
    sa.Column('hash', sa.String(length=200), nullable=False),
    sa.Column('state', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['match_id', 'revision'], ['revision.match_id', 'revision.number'], name=op.f('fk_checkpoint_match_id_revision')),
    sa.PrimaryKeyConstraint('match_id', 'revision', 'sequence', name=op.f('pk_checkpoint'))
    )
    op.create_table('delivery_trouble',
    sa.Column('id', ID, nullable=False),
    sa.Column('outbound_mail_id', ID, nullable=False),
    sa.Column('inbound_mail_id', ID, nullable=True),
    sa.Column('recipient', sa.String(length=320), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('status', sa.String(length=32), nullable=False),
    sa.Column('diagnostic', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['inbound_mail_id'], ['inbound_mail.id'], name=op.f('fk_delivery_trouble_inbound_mail_id')),
    sa.ForeignKeyConstraint(['outbound_mail_id'], ['outbound_mail.id'], name=op.f('fk_delivery_trouble_outbound_mail_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_delivery_trouble')),
    sa.UniqueConstraint('outbound_mail_id', 'kind', name=op.f('uq_delivery_trouble_outbound_mail_id_kind'))
    )
    with op.batch_alter_table('delivery_trouble', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_delivery_trouble_recipient_at'), ['recipient', 'at'], unique=False)

    op.create_table('log_entry',
    sa.Column('match_id', ID, nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('sequence', sa.Integer(), nullable=False),
    sa.Column('entry', sa.LargeBinary(), nullable=False),
    sa.Column('inbound_mail_id', ID, nullable=True),
    sa.Column('line', sa.Integer(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['inbound_mail_id'], ['inbound_mail.id'], name=op.f('fk_log_entry_inbound_mail_id')),
    sa.ForeignKeyConstraint(['match_id', 'revision'], ['revision.match_id', 'revision.number'], name=op.f('fk_log_entry_match_id_revision')),
    sa.PrimaryKeyConstraint('match_id', 'revision', 'sequence', name=op.f('pk_log_entry'))
    )
    op.create_table('mail_place',
    sa.Column('mailbox', sa.String(length=200), nullable=False),
    sa.Column('uidvalidity', ID, nullable=False),
    sa.Column('uid', ID, nullable=False),
    sa.Column('inbound_mail_id', ID, nullable=False),
    sa.ForeignKeyConstraint(['inbound_mail_id'], ['inbound_mail.id'], name=op.f('fk_mail_place_inbound_mail_id')),
    sa.PrimaryKeyConstraint('mailbox', 'uidvalidity', 'uid', name=op.f('pk_mail_place'))
    )
    op.create_table('order_set',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('person_id', ID, nullable=True),
    sa.Column('inbound_mail_id', ID, nullable=True),
    sa.Column('match_id', ID, nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('received_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_order_set_campaign_id')),
    sa.ForeignKeyConstraint(['inbound_mail_id'], ['inbound_mail.id'], name=op.f('fk_order_set_inbound_mail_id')),
    sa.ForeignKeyConstraint(['match_id', 'revision'], ['revision.match_id', 'revision.number'], name=op.f('fk_order_set_match_id_revision')),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_order_set_person_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_order_set_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_order_set'))
    )
    with op.batch_alter_table('order_set', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_order_set_inbound_mail_id'), ['inbound_mail_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_order_set_seat_id_id'), ['seat_id', 'id'], unique=False)

    op.create_table('picture_use',
    sa.Column('outbound_mail_id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('hash', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id', 'hash'], ['mail_picture.campaign_id', 'mail_picture.hash'], name=op.f('fk_picture_use_campaign_id_hash')),
    sa.ForeignKeyConstraint(['outbound_mail_id'], ['outbound_mail.id'], name=op.f('fk_picture_use_outbound_mail_id')),
    sa.PrimaryKeyConstraint('outbound_mail_id', 'campaign_id', 'hash', name=op.f('pk_picture_use'))
    )
    with op.batch_alter_table('picture_use', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_picture_use_campaign_id_hash'), ['campaign_id', 'hash'], unique=False)

    op.create_table('prompt',
    sa.Column('id', ID, nullable=False),
    sa.Column('campaign_id', ID, nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('match_id', ID, nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('decision', sa.Integer(), nullable=False),
    sa.Column('state', sa.String(length=16), nullable=False),
    sa.Column('opened_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('deadline', sa.DateTime(timezone=True), nullable=True),
    sa.Column('closed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('allowed_minutes', sa.Integer(), server_default='0', nullable=False),
    sa.Column('not_before', sa.DateTime(timezone=True), nullable=True),
    sa.Column('waits', sa.Integer(), server_default='0', nullable=False),
    sa.Column('reminded_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('ready', sa.Boolean(), server_default=sa.false(), nullable=False),
    sa.Column('answered_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('missed', sa.Boolean(), server_default=sa.false(), nullable=False),
    sa.Column('course', sa.String(length=32), server_default='', nullable=False),
    sa.Column('offered', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_prompt_campaign_id')),
    sa.ForeignKeyConstraint(['match_id', 'revision'], ['revision.match_id', 'revision.number'], name=op.f('fk_prompt_match_id_revision')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_prompt_seat_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_prompt')),
    sa.UniqueConstraint('campaign_id', 'number', name=op.f('uq_prompt_campaign_id_number'))
    )
    with op.batch_alter_table('prompt', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_prompt_campaign_id_state'), ['campaign_id', 'state'], unique=False)
        batch_op.create_index(batch_op.f('ix_prompt_state_deadline'), ['state', 'deadline'], unique=False)

    op.create_table('sealed',
    sa.Column('match_id', ID, nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('decision', sa.Integer(), nullable=False),
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('answer', sa.LargeBinary(), nullable=False),
    sa.Column('given_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['match_id', 'revision'], ['revision.match_id', 'revision.number'], name=op.f('fk_sealed_match_id_revision')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_sealed_seat_id')),
    sa.PrimaryKeyConstraint('match_id', 'revision', 'decision', 'seat_id', name=op.f('pk_sealed'))
    )
    op.create_table('signature_seen',
    sa.Column('mark', sa.String(length=64), nullable=False),
    sa.Column('inbound_mail_id', ID, nullable=False),
    sa.ForeignKeyConstraint(['inbound_mail_id'], ['inbound_mail.id'], name=op.f('fk_signature_seen_inbound_mail_id')),
    sa.PrimaryKeyConstraint('mark', name=op.f('pk_signature_seen'))
    )
    with op.batch_alter_table('signature_seen', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_signature_seen_inbound_mail_id'), ['inbound_mail_id'], unique=False)

    op.create_table('order_line',
    sa.Column('order_set_id', ID, nullable=False),
    sa.Column('line', sa.Integer(), nullable=False),
    sa.Column('outcome', sa.String(length=16), nullable=False),
    sa.Column('first_sequence', sa.Integer(), nullable=True),
    sa.Column('last_sequence', sa.Integer(), nullable=True),
    sa.Column('text', sa.LargeBinary(), nullable=False),
    sa.Column('reading', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['order_set_id'], ['order_set.id'], name=op.f('fk_order_line_order_set_id')),
    sa.PrimaryKeyConstraint('order_set_id', 'line', name=op.f('pk_order_line'))
    )
    op.create_table('receipt',
    sa.Column('seat_id', ID, nullable=False),
    sa.Column('number', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('order_set_id', ID, nullable=False),
    sa.Column('issued_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('withdrawn_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('text', sa.LargeBinary(), nullable=False),
    sa.Column('leaves', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['order_set_id'], ['order_set.id'], name=op.f('fk_receipt_order_set_id')),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_receipt_seat_id')),
    sa.PrimaryKeyConstraint('seat_id', 'number', name=op.f('pk_receipt')),
    sa.UniqueConstraint('order_set_id', name=op.f('uq_receipt_order_set_id'))
    )
