"""Check whether the broker answers, in which wake-ups lie."""

import redis

from adjudicator.settings import Settings

SECONDS = 5
"""The seconds that the broker may be silent."""


def trouble_with_broker(settings: Settings) -> str | None:
    """Return the client library's error if the broker does not answer.

    None if it does, or if none is needed (`memory://`).
    """
    url = settings.celery.broker
    if url.startswith("memory"):
        return None
    try:
        with redis.Redis.from_url(url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS) as server:
            server.ping()
    except redis.RedisError as error:
        return str(error)
    return None
