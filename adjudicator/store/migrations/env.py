"""Run by Alembic with the connection that ``upgrade`` or ``write_migration`` opened."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Enum

from adjudicator.store.tables import Row
from adjudicator.store.tables.columns import SealedBytes, UtcDateTime


def plain_type(kind: str, item: Any, _: AutogenContext) -> str | Literal[False]:
    """Migrations name plain types: they must not change when the classes of the program do."""
    if kind == "type":
        if isinstance(item, SealedBytes):
            return "sa.LargeBinary()"
        if isinstance(item, UtcDateTime):
            return "sa.DateTime(timezone=True)"
        if isinstance(item, Enum):
            return f"sa.String(length={item.length})"
        if type(item).__name__ == "AutoString":
            length = getattr(item, "length", None)
            return f"sa.String(length={length})" if length else "sa.Text()"
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,
    render_item=plain_type,
)
with context.begin_transaction():
    context.run_migrations()
