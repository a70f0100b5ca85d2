"""From facts to words: what games declare of themselves, and the sentences, questions and refusals made from it."""
