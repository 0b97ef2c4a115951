"""Words that callers and clerks use all the time, whatever the call is about."""

__all__ = ["COMMON_WORDS"]

_COMMON_LIST = """
a about account after again all already also am an and any anything are as ask at available back bad be because been
before bill billing but by bye call called calling can can't card charge code correct could date day did didn't do
does doesn't don't done e-mail email fine for from get go going good goodbye got had has have haven't he hear hello
help her here hi him his hm hmm hold how huh i i'd i'll i'm i've if in is isn't it it's its just know last later let
like look looking made make maybe me mean meant mine more my name need never new no none nope not nothing now number
of off oh ok okay on one or order our out pardon phone please problem question really repeat return right said same
say see she should so some someone something sorry speaking spell spelled spelling still sure take tell than thank
thanks that that's the their them then there they thing think this time to today too trying uh um up us use very wait
want wanted was wasn't we well were what what's when where which who why with would wrong yeah yep yes yet you your
yours zip
"""
COMMON_WORDS = frozenset(_COMMON_LIST.split())
"""Words that no name is taken to start or go on with, as far as callers and clerks use them."""
