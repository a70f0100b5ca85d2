"""Chapter 7: wars. Each module is a part of the chapter, in its order."""
