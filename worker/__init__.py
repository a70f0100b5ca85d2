"""Celery application, tasks, beat schedule, poller and sender processes."""
