"""Loads what the processes of an installation need, in the process that they are forked from."""

import importlib
import pkgutil

import adjudicator
import worker
from adjudicator.service.inbox.pipeline import load_games

LATE = """
    billiard.pool celery.app.amqp celery.app.control celery.app.events celery.app.log celery.app.routes celery.apps.beat
    celery.apps.worker celery.backends.base celery.concurrency.solo celery.events.dispatcher celery.events.receiver
    celery.fixups.django celery.utils.timer2 celery.worker.autoscale celery.worker.components celery.worker.consumer
    celery.worker.consumer.delayed_delivery celery.worker.control celery.worker.heartbeat celery.worker.loops
    celery.worker.pidbox celery.worker.request celery.worker.strategy kombu.asynchronous.semaphore
    kombu.asynchronous.timer kombu.transport.memory kombu.transport.redis psycopg sqlalchemy.dialects.postgresql.psycopg
    sqlalchemy.dialects.sqlite.pysqlite tests.faults.processes
"""
"""What Celery, Kombu and SQLAlchemy load only when they need it."""

for each in (adjudicator, worker):
    for module in pkgutil.walk_packages(each.__path__, f"{each.__name__}."):
        if ".migrations." not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
for name in LATE.split():
    importlib.import_module(name)
load_games()
