"""Prove afterwards that nothing was changed: receipts for orders, archives, and their verification."""
