"""Land war: movement (13), field battles (14), sieges and assaults (15), foreign wars (21.7)."""
