"""Here I Stand: wars of the Reformation, for six powers in the hands of three to six players."""
