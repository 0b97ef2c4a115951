"""For all tests: libraries keep quiet."""

from loguru import logger

logger.remove()
