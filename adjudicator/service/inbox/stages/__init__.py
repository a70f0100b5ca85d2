"""The stages that a message passes, one function each with one reason to stop it.

`adjudicator.service.inbox.pipeline` orders them: `senders` asks who wrote it, `turns` whether it is its turn,
`contents` what it holds.
"""
