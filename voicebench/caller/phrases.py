"""How agents on the telephone ask, offer, wait and take their leave: tables of words."""

from voicebench.caller.patterns import table

__all__ = [
    "ACKNOWLEDGEMENTS",
    "CONFIRMATIONS",
    "FILLERS",
    "GOODBYES",
    "GO_AHEAD",
    "INVITATIONS",
    "LEADS",
    "NO_REPEATS",
    "OFFERS",
    "PRESENCE",
    "READINGS",
    "REPEATS",
    "REPEATS_ASKED",
    "REQUESTS",
    "SPELLING",
    "SUBORDINATE",
    "YES_NO",
]

_SOFT = "[please|kindly|just|also|quickly|first|then|again|now|maybe|possibly] [please|just|also|quickly|to]"
_GIVE = (
    "tell|give|provide|share|confirm|verify|state|spell|read|repeat|double|double+check|remind|"
    "supply|specify|enter|recite|clarify|recheck|check|describe|offer"
)
_GET = (
    "have|get|take|grab|ask|know|see|confirm|verify|double|double+check|collect|trouble|bother|"
    "obtain|start|begin|hear|note|record|document|log|write+down|put+down|ask+for|ask+you+for"
)

REQUESTS = table(f"""
    can|could|would|will|might you {_SOFT} {_GIVE} [me|us]; can|could|would|will|might you {_SOFT} let me|us know;
    can|could|would|will you [please] say|type|dictate; can|could|may|might|should i|we {_SOFT} {_GET}; please {_SOFT}
    {_GIVE} [me|us]; tell|give|read|spell me|us; can|could you [please] find|locate|look+up; please
    say|type|enter|dictate|key|punch|input; let me|us [just|also|first|please|quickly] get|have|take|grab|ask|collect|
    start|begin; let me know your|the|what|which; i|we {_SOFT} [will|would|do|am+going+to|are+going+to|may|might|shall]
    {_SOFT} [still|only] need|require {_SOFT} [{_GET}]; i|we {_SOFT} would {_SOFT} like|love|want to {_GET}; i|we
    {_SOFT} will|would {_SOFT} like|love|want your|the|a|an|some; i|we {_SOFT} [will|would|must|am+going+to|
    are+going+to|have+to|need+to] {_SOFT} ask [you] for|to; i|we [first|still|also] [do] have|need|got|ought|required to
    [first|also|just] {_GET}; do|would|did|can you [happen+to] [still|also] have|know|remember|recall [what]; would|do
    you mind [please|just] telling|giving|providing|sharing|confirming|verifying|stating|spelling|reading|repeating|
    saying|letting [me|us]; mind if i ask|get|have|take; if i|we|you could|can|may|might [please|just|also] have|get|
    grab|tell|give|provide|share|confirm|verify|let+me+know; is|was there a|an|another|any [good|better|best|different|
    other|alternate]; start|starting|begin|beginning
    [us] [off|out] with; start|begin|starting|beginning [us] [off|out] by telling|giving|providing|sharing|confirming|
    verifying|stating|spelling [me|us]; by telling|giving me|us; go ahead with|and+give|and+tell|and+provide|
    and+share|and+confirm|and+say|and+read|and+spell|and+state; i am looking for|also+looking+for; i am [still|just]
    missing|lacking; if you have your|the; i|we {_SOFT} want|like to {_GET}; i|we {_SOFT} [will|would] {_SOFT} need you
    {_SOFT} to {_GIVE}; what i need [now|next|from+you] is; i|we must [first|also] have|get|verify|confirm
""")
"""Words that ask for what comes after them, whatever the punctuation."""

SPELLING = table("spell*")

LEADS = table("""
    and; now; next; then; also; okay|ok; so; great; perfect; thanks; thank you; first; lastly; finally; alright; all
    right; your; the; please; what about; how about; for me; on [the|your] file|account|order; a|an; too; as well; well;
    got it; sure; of course; certainly; again; again please; once more; one last|more|final thing; if you have
    it|one|that; handy; along with; plus; just; only; next up; now for; last; if you would|could|can|please
""")
"""Words beside a topic in a question that is only a fragment: "And your ZIP code, please."."""

SUBORDINATE = table("""
    so [that] i|we; in order to; before i|we; and i|we will|can|are|am; then i|we; while i|we; because; since i|we; to
    help|verify|look|locate|find|pull|check|make|ensure|identify|match|access|open|bring|proceed|continue|get+started;
    to confirm [that] it|we|i|you|this|your+identity; when you arrive|visit|come|check; at|to the
    front|desk|driver|courier|carrier; i|we can|will [then|now] look|pull|find|check|verify|locate|send
""")
"""Where a question turns to its purpose; what is named after that is not asked for."""

REPEATS = table("""
    repeat that|it|yourself|what|this|your+last; repeat; say that|it|this again; say that|it [one|once] more; i|we
    did|could|do|can|have not _ catch|caught|hear|heard|understand; i did not _ get that|it|your|all; did|could|can not
    _ make _ out; did not come through; missed that|it|what|your|part|some; missed the [last|first] part|digits|few|bit;
    come again; pardon [me]; beg your pardon; trouble|difficulty|hard|hard+time hearing|understanding|to+hear|
    to+understand|catching; sorry what; what was that; say again; rephrase; try that|saying+that again; again more
    slowly; break* up; cut out; what|how did|do you [just] say; give|tell|read [me|us] [it|that|this|them] [to] [me|us]
    again|once+more|one+more+time|one+last+time; mind|try repeating|saying [it|that|this]; go over that|it again; run
    that|it by me|us; not able to hear|catch|understand; unable to hear|catch|understand
""")

REPEATS_ASKED = table("one more time; once more; say that; slow down; slowly|slower")
"""Words that ask for the last words again only where something is asked."""

NO_REPEATS = table("""
    let me|us _ repeat; i will|can|could|shall|may|just [just] repeat; to repeat; can|could|may|should i repeat; repeat*
    [that|it|this|your] back
""")

INVITATIONS = table("""
    anything|something|what else; anything more|further|additional|other; any other|further|more
    questions|concerns|requests|issues; do you have any [other] questions; any questions; else i|we can; other
    questions; how|what can|may|could|might i|we [help|assist|do]; how i|we can|may help|assist; what i|we can do|help;
    what brings you; reason for [your|the|this] call*; calling about|regarding; is this|that|it about|regarding; you
    were saying; what are you calling; what is this|it|your+call about|regarding; tell|give me|us [a] [bit|little]
    more|about|what; what happened; what is going on; what seems to be; how would you like; what would you like;
    describe the|your|what; what do you need; what is your question|concern|issue|request; help you with today; which of
    these|those|the+two would you like to|me [start|begin|handle]; more details|information about|on; can you elaborate;
    more about; make sense; that|this help|helps|answer|answers; you understand; are you clear
""")

PRESENCE = table("""
    are you [still] there|with+me|on+the+line; can you hear; you still there|with+me|on+the+line; still on the line; did
    i lose you
""")

CONFIRMATIONS = table("""
    is|was that|this|it|everything|all|information [still] correct|right|accurate|yours|true|you; is|was that|this|it
    all correct|accurate; are you the patient|customer|account|cardholder|card; for yourself; is this|that the|a|your
    [best|good|right|correct|current] number|email|address|phone; are|were these|those|they|both
    [details|both|all|still] correct|right|accurate; did|do|have i get|have|got|hear|heard|understand|understood _
    right|correct*; do i have that|it|this; does|do that|this|it|these|they [all] sound|look|match; is the information|
    number|name|address|date|spelling [i+have] correct|right; am i right|correct; have i got|understood;
    can|could|would|will you [please] [just] confirm [that|if|whether|this|it]; please confirm [that|if|this|it]; did
    you say|mean; is my understanding; still correct|current|right|good|accurate|up+to+date
""")
"""Words that want a yes or a no to what was read back."""

READINGS = table("""
    i have|heard|got|caught|see|noted|understood|wrote; you said|gave|mentioned|told; so that is|was; that is|was; to
    confirm|recap|verify; let me [just] [quickly] confirm|repeat|read; read* _ back; as; listed as; so it is; reading
    back; and your|the; you are; it is; your _ is
""")
"""Words that read a value back without asking."""

GO_AHEAD = table("""
    shall|should i|we; can|may|could|might i|we [go|proceed|continue|place|put|transfer|connect|move|book|reschedule|
    schedule|send|text|submit|file|report|process|look|pull|confirm]; is that|this|it
    all+right|alright|okay|ok|fine|good; is that|this|it [time] okay|ok|alright|fine|acceptable [with|for|if];
    does|would|will|do _ work|suit|sound; would _ be okay|ok|alright|fine|acceptable; that|which|it
    work|works|suit|sound|sounds [for|good|okay]; okay|ok|alright|fine with|for|to|if; would it be okay|ok|alright|fine;
    are you ready; ready to|for; do you agree|consent|authorize|approve|accept|give|confirm; go ahead; proceed; do you
    mind if i|we; would you mind if i|we; is now; would you like to|me+to [go|proceed|continue|move+forward]; sound
    good|okay|right; all right|alright|okay|ok with you; i will _ okay|ok|alright
""")
"""Words that ask leave for what the call is about."""

OFFERS = table("""
    do you prefer; would you like|prefer|want|care|be+interested|rather; do you want|need|wish; are you interested;
    interested in; want me|us to; can|may|could i|we [also] offer|interest|sign|enroll|add|set|arrange|help; if you
    would like|prefer|wish|want; if you want|wish|like|prefer; how|what about; like me|us to; i can|could|would [also]
    [gladly|happily] [be+happy+to] offer|arrange|set|schedule|open|create|have|connect; you can also; we also offer; i
    would recommend|suggest; happy|glad to; need me|us to; care for
""")

YES_NO = table("""
    is; are; was; were; do; does; did; have; has; had; can; could; would; will; should; shall; may; am; might
""")

FILLERS = table("""
    [one|just|a|quick|brief] moment|second|sec [please|while|longer]; a minute; hold on; please hold; hold the line;
    hang on; bear with me; hold while; stay on the line; please|kindly wait; be right back; let me|us [just|also|now|
    quickly|go+ahead+and|first|please|try+to|see+if+i+can] [go+ahead+and|to|quickly] check|look|pull|see|find|verify|
    search|run|transfer|connect|bring|review|get|locate|look|take|confirm|process|update|do|put|retrieve|access|try|
    file|submit|send|open|move|reschedule|book|report|hand|double|start|make|examine|investigate|note|work; i
    am|will|would|shall [just|also|now|currently|quickly|going+to|gonna|go+ahead+and|be]
    [now|just|quickly|going+to|go+ahead+and] transferring|connecting|handing|checking|looking|pulling|verifying|
    searching|processing|working|reviewing|bringing|running|retrieving|getting|finding|putting|sending|filing|
    submitting|moving|booking|checking|check|look|pull|transfer|connect|find|verify|search|run|bring|hand|review|
    retrieve|process|see|locate|start|file; transferring|connecting you; checking [on] that|this|it|now|your; looking
    that|this|it|into|up; working on it|that|this|your; while i|we [quickly|just] check|look|pull|verify|find|get|
    review|search|transfer|connect|process|confirm|do|bring|update|retrieve; give me a|one|just; be
    transferred|connected; allow me; your patience; thanks for waiting|holding; pulling [that|it|this] up; i need to
    transfer|connect|check|look|pull|verify|hand; hand* you over
""")

ACKNOWLEDGEMENTS = table("""
    thank you; thanks; got it; great; perfect; okay; ok; i understand; i see; sorry to hear; understood; excellent;
    wonderful; absolutely; certainly; of course; sure; all right; alright; no problem; i apologize; i am sorry; happy to
    help; glad to help; be able to help; appreciate; you are verified; welcome; hello; hi; this is
""")

GOODBYES = table("""
    goodbye; good bye; bye; have a good|great|nice|wonderful|lovely|pleasant; take care; thank you|thanks for calling;
    enjoy your|the rest
""")
