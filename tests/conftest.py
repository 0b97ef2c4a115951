"""For all tests: libraries keep quiet, and no test fails because the machine was busy."""

from hypothesis import settings
from loguru import logger

logger.remove()
settings.register_profile("voicebench", deadline=None)
settings.load_profile("voicebench")
