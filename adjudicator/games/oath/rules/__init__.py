"""The rules of Oath, a module for each chapter of the Law."""
