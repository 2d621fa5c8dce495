// Word classes of the vocabulary: <name> in a phrase matches one of these.

const list = (words: string): string[] => words.split('|').map((word) => word.trim())

export const wordClasses: Readonly<Record<string, readonly string[]>> = {
  /** Opens a clause without changing it. */
  lead: list(
    'yes|yeah|yep|okay|no|nah|just|only|maybe|sure|and|so|or|but|then|actually|well|now|wait|sorry|hang on|hey|um|alright|right|fine|good|great|first|also|look|true|cool|perfect',
  ),
  /** Opens a bare wish: 'just the link'. */
  bare: list(
    '<lead>|the|a|an|that|this|your|id say|ill take|lets go|lets go with|go with|go for|ill have|probably|definitely|can i have|give me|i want|i need|id like|would be|let me have|make it|ill go with|ill go for|id prefer|i prefer|i choose|i pick|how about|what about|maybe just|i said|more interested in|interested in|keen on|keen for|happy with|yes to|it|for|to|on|after|rather|one of those|one of|some|do',
  ),
  /** To make a phone call. */
  ring: list('call|ring|phone|buzz|dial|telephone|bell'),
  ringing: list('calling|ringing|phoning|buzzing|dialling|telephoning'),
  aRing: list('call|ring|bell|buzz|tingle|tinkle|hoy|shout|callback|call back|phone call|dingle'),
  /** To pass something by SMS. */
  send: list(
    'send|text|sms|message|flick|shoot|whack|chuck|fire|ping|pop|forward|bang|drop|throw|zap|sling|flip|biff|resend|get|give|share|put',
  ),
  textVerb: list('text|sms|message|ping'),
  /** Names of the content that option 1 sends. */
  link: list(
    'link|url|web link|sms link|website|web page|rates page|page|sms|text message|text|info|information|details|detail|rate sheet|rates sheet|brochure|fact sheet|pdf|blurb|flyer|web address|message',
  ),
  it: list('it|that|this|them|those|that one|whatever it is|something|stuff|everything'),
  the: list('the|a|an|that|this|your|some|any|more|one|my|those|these|the latest'),
  meeting: list(
    'meeting|appointment|catch up|catchup|sit down|face to face|coffee|zoom|video call|teams call|teams meeting|get together|chat with [the|your|my|a] bdm|meet up|meetup|session|consult|time to meet|booking|meet',
  ),
  bdm: list(
    'bdm|business development manager|business development|relationship manager|manager|account manager|state manager|local rep|development manager|b d m',
  ),
  book: list(
    'book|schedule|arrange|organise|organize|set up|line up|tee up|lock in|lock|pencil|pencil in|jag|put in|put me down for|make|sort out|sort|get|have|grab|do|take|fix|fix up|slot in|slot',
  ),
  accreditation: list(
    'accreditation|accredited|accredit|accrediting|accreditation form|accreditation pack|accreditation link|accreditation forms|onboarding|onboarded|[on|onto] [your|the] [lender|lending] panel|your panel',
  ),
  /** A human as the wished speaker. */
  human: list(
    'person|human|human being|operator|representative|rep|consultant|agent|receptionist|reception|supervisor|staff member|team member|live person|real one|real voice|customer service|real human|real person|actual person|actual human|living person|manager|boss|people|body|bloke|lady|woman|man|guy|adviser|advisor|specialist',
  ),
  somebody: list(
    'someone|somebody|anyone|anybody|some one|one of your (people|team|staff|guys|lot)|your (team|people|staff|colleague|colleagues)',
  ),
  real: list(
    'real|live|actual|proper|living|human|breathing|flesh and blood|genuine|physical|different|senior',
  ),
  weekday: list('monday|tuesday|wednesday|thursday|friday|saturday|sunday'),
  later: list(
    'later|later on|tomorrow|tonight|then|again|another time|some other time|another day|<weekday>|next week|next month|this arvo|this evening|in [a|an|about|the|half|one|two|three|five|ten|fifteen|twenty|thirty|forty] *|after *|at *|around *|about *|between *|first thing|early *|on (<weekday>|the + [morning|arvo|after *|at *]|my mobile *)|this *|next *|from *|end of *|before *|mid *|any time *|anytime *|when *|once *|straight *|shortly *|closer *|towards *|sometime *|some time *|by *|as soon as *|noon|midday|half *|lunch *|the (day|following|first|week|end) *|and a half *|day after *',
  ),
  cant: list('cant|cant really|im unable to|not able to|unable to|im not able to|couldnt|cannot'),
  notWant: list(
    'dont [really|actually|even|ever] (want|need|require|fancy|like)|not after|im not after|wasnt after|dont care for|not interested in|im not interested in|not looking for|not keen on|no interest in|wouldnt want|wont need|doesnt need|didnt want|didnt ask for|dont bother with|dont bother|dont worry about|forget|forget about|skip|scrap|never mind|leave|hold off on|not fussed about|dont send [me|us]|dont text [me|us]|dont book [me|us]|no need for|no need to (book|send|text|message|schedule|arrange|organise|get|do|have|meet|start|set up|line up|email)|cancel|rather than|instead of|without|not sure about|no longer need|no use for',
  ),
  sec: list('sec|second|seconds|secs|minute|minutes|min|mins|moment|tick|ticks|jiffy|mo|momento'),
  good: list(
    'good|fine|great|okay|perfect|right|alright|lovely|best|better|ideal|awesome|excellent|works|suits|suit|work|brilliant|ripper|sweet|beauty|preferred|grand|dandy|spot on|cool|bonza|all right|do|doable',
  ),
  record: list('record|recorded|recording|tape|taped|taping|recorder|recordings|records'),
}
