"""The tables (design: Store), one module a subject. A blob that may hold a secret is ``SealedBytes``."""

from adjudicator.store.tables.agreements import Agreement, AgreementState
from adjudicator.store.tables.audit import Audit, Telling
from adjudicator.store.tables.campaign import (
    Address,
    AddressState,
    Campaign,
    CampaignState,
    Holding,
    Person,
    Role,
    Seat,
    SeatKind,
    Series,
)
from adjudicator.store.tables.channel import Channel, ChannelNotice, NoticeState
from adjudicator.store.tables.columns import Row, table_of
from adjudicator.store.tables.confirmation import Confirmation, ConfirmationState
from adjudicator.store.tables.content import CampaignContent, Content
from adjudicator.store.tables.letters import DiaryNote, Gathering, Invitation, Press
from adjudicator.store.tables.mail import (
    DeliveryTrouble,
    InboundMail,
    InboundStatus,
    MailPicture,
    MailPlace,
    OutboundMail,
    OutboundState,
    PictureUse,
    Priority,
    SignatureSeen,
    TroubleKind,
)
from adjudicator.store.tables.match import Checkpoint, LogEntry, Match, MatchState, Revision, SealedAnswer
from adjudicator.store.tables.orders import (
    Draft,
    LineOutcome,
    OrderLine,
    OrderSet,
    Prompt,
    PromptState,
    SetState,
    StandingOrder,
)
from adjudicator.store.tables.process import Process, ProcessKind, ReadMailbox, SeenClock
from adjudicator.store.tables.proof import Receipt, SigningKey
from adjudicator.store.tables.timing import Absence, Pause, SeatRecord

__all__ = [
    "Absence",
    "Address",
    "AddressState",
    "Agreement",
    "AgreementState",
    "Audit",
    "Campaign",
    "CampaignContent",
    "CampaignState",
    "Channel",
    "ChannelNotice",
    "Checkpoint",
    "Confirmation",
    "ConfirmationState",
    "Content",
    "DeliveryTrouble",
    "DiaryNote",
    "Draft",
    "Gathering",
    "Holding",
    "InboundMail",
    "InboundStatus",
    "Invitation",
    "LineOutcome",
    "LogEntry",
    "MailPicture",
    "MailPlace",
    "Match",
    "MatchState",
    "NoticeState",
    "OrderLine",
    "OrderSet",
    "OutboundMail",
    "OutboundState",
    "Pause",
    "Person",
    "PictureUse",
    "Press",
    "Priority",
    "Process",
    "ProcessKind",
    "Prompt",
    "PromptState",
    "ReadMailbox",
    "Receipt",
    "Revision",
    "Role",
    "Row",
    "SealedAnswer",
    "Seat",
    "SeatKind",
    "SeatRecord",
    "SeenClock",
    "Series",
    "SetState",
    "SignatureSeen",
    "SigningKey",
    "StandingOrder",
    "Telling",
    "TroubleKind",
    "table_of",
]
