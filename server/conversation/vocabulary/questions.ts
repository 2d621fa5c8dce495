// Questions, and requests in the form of a question, which are wishes.

import type { Entry } from '../text/phrases.ts'

export const repeats: readonly Entry[] = [
  {
    rule: 'question.repeat',
    phrases: `
      (say|repeat|run|go|read|tell|give|play|do|list|explain) (that|it|them|those|this|those options|the options|the choices|the menu|me|us|the times|the last bit|the first *|the second *|the last *|through|over|all that|what you said|the numbers) (again|one more time|once more|back|over|by me|by me again|past me|past me again|again please|through|through again|slower|slowly|what they were|the options again|the choices again|through them again|over again|back to me|the times again|one more|please)
      (go|run|read|talk me) (through|over) (them|those|that|it|these|the options|the times|the choices) [again|one more time|once more|please]
      (repeat|repeat that|repeat it|repeat please|come again|say again|pardon|pardon me|beg your pardon|i beg your pardon|beg yours|what was that|whats that|what did you say|what did you just say|what did she say|what did he say|say what|one more time|once more|once again|again please|excuse me|start again|start over|from the top|from the start|go over that|go through that|run through that|go back|rewind|back up a bit|replay)
      (what|which) (were|are|was) (they|those|the options|my options|the choices|the times|those times|the first one|the first|the second one|the second|the last one|the two times|the dates|the days|the other one|that one|it|the last bit|the last option|the first option|the two|that again|those options|those choices|option one|number one) [again|you said|called|please] !(about|like|for|cost|do)
      what (was|were) (the|that) (other|first|second|last|third) (one|option|time|bit|part|thing|choice|day)
      (didnt|couldnt|did not|cant|cant quite|didnt quite|dont quite|could not|can not|couldnt quite) (catch|hear|get|understand|follow|make out|pick up|make that out|quite catch|quite hear|quite get) (that|you|it|what|the|them|any|a|all|those|this) [one|bit|last|end|first|options|word|of that|you said|time] * !(record|recorded)
      (missed|lost) (that|it|what you|the last|the first|the end|the options|them|a bit|half|part|all that|some of) !(call|your) *
      (you|it|that|line|phone|the line) [s|is|are|re|were|was|all] (broke|broken|breaking|cut|cutting|dropped|dropping|garbled|muffled|crackly|fading|faint|cutting out|breaking up|dropped out|cut out) [up|out|in and out] *
      (can|could|would|will) you (repeat|say|speak up|speak louder|speak slower|go over|run through|slow down|talk slower|tell me again|say the|give me the options|start) *
      (speak|talk|bit) (up|louder|slower|slowly|more slowly|clearer)
      what [was|were] [the|my] (options|choices) again
      (was|were) (the|those|they) (options|times|choices|days) again
      ^ (wait|sorry|hang on|hold on) what $
      ^ (sorry|what|huh|ay|eh|hey what|pardon|come again) [what] $
      ask me that again
      ^ [<lead>] (which|what) (days|day|ones|times|options|one|time|dates|hours|choices) $
      tell me (again|the options|the choices|the times|what the options *)
      (hear|listen to) (that|it|them|the options|the times|the choices|those) (again|once more|one more time)
      (last|first|second|third) (bit|part|one) again`,
  },
]

/** A wh-question or an inverted question anywhere in the sentence. */
export const questions: readonly Entry[] = [
  {
    rule: 'question.source',
    phrases: `
      (where|how) (did|do|have|d) (you|ya|yous|they) [guys|people|lot|even] (get|find|come by|obtain|source|have) (my|our|this|these|me|the) *
      who (gave|passed|sold|provided|shared|handed) (you|out|my|our|on) *
      (never|didnt|dont remember|dont recall) (called|rang|asked|gave|signed|registered|contacted|phoned|ring|call|ask|requested) * (so|who|what|why|how|where) *
      (who|whos|who s|whom) (is|are|am|was|were|do|does|did|this|that|gave|you|calling|ringing|speaking|told|called|rang|s|owns|runs|said|would|will|can|the|your|my|i|it|there|phoning|asking|at) !(person youre)`,
  },
  {
    rule: 'question.wh',
    phrases: `
      !(know|sure|see|like|matter|care|mind|me|ask|than|remember|exactly|about|hear|heard|say|catch|thats|is|understand|get|that|tell|depends|depending|check|to|for|with|doesnt matter|no matter|decide|forgot) (what|whats|whatre|what s) (is|are|was|were|do|does|did|would|will|can|could|have|has|about|happens|happened|list|rate|rates|company|lender|kind|sort|time|number|product|products|this|that|it|the|your|you|youre|its|exactly|sort|type|makes|else|bank|lvr|fees|if|for|loans|commission|deal|offer|times|day|days|office|business|state|a|sorts|on earth|in|my|brokerage|we|i|all|info|information|name|website|do|meeting|documents|docs|paperwork|part|role|questions|should|am|might|interest) !(i want|i said|you can do|i need|im after|id like|i meant)
      !(know|sure|see|me|ask|remember|about|that|tell|depends|check|decide|thats|is|happy|good|fine|okay|stay|staying) (why|whys|when|whens|where|wheres|how|hows|which|whichs) (is|are|was|were|do|does|did|would|will|can|could|have|has|am|should|much|many|long|often|far|soon|big|come|about|lender|bank|company|person|people|one is|one was|one of|office|rate|product|state|list|business|bdm|this|that|the|your|you|my|not|it|would|many|old|late|early|high|low|good|reliable|secure|legit|easy|on earth|times|day) !(wouldnt i|i want)
      ^ [<lead>] [<lead>] (is|are|was|were|am|isnt|arent|wasnt|aint) (this|that|there|it|you|your|the|these|those|he|she|they|i|we|my|someone|anyone|any|ten oclock) [a|an|the|being|some|about|for|from|really|just|still|going|even|actually|is|real|call|all] *
      ^ [<lead>] [<lead>] do (you|they|i|we|your|these|those|people|brokers|bdms) *
      ^ [<lead>] [<lead>] (does|did|have|has|had|didnt|doesnt|havent|hasnt) (you|this|that|it|they|i|we|he|she|someone|somebody|anyone|the|your|my|these|those|stop|one of|bdms|brokers|rates|any) *
      ^ [<lead>] [<lead>] (can|could|would|will|should|shall|may|might|must|wont|cant|couldnt|wouldnt) (you|i|we|it|they|he|she|this|that|someone|somebody|the|your|anyone|my|there|one of) *
      (whats|what s|hows|wheres|whens|whys) *
      ^ [<lead>] [<lead>] (any|got any) (chance|possibility|idea) *
      ^ [<lead>] [<lead>] (are|is) you *
      you (a|an|the|from|calling from|with|ringing from|calling about|some) [real|ai|kind of|sort of|some] (robot|bot|person|human|computer|machine|ai|scam|lender|bank|broker|scammer|telemarketer|mortgage|who)`,
  },
]

/** Doubts whether the caller is who they say they are: the answer is the code of the call. */
export const genuineQuestions: readonly Entry[] = [
  {
    rule: 'question.genuine',
    phrases: `
      (is|are|isnt|arent|am|so) (this|that|it|you|your|these|i) [call|calls|number|guys|being|people] [really|actually|even|all|just|like] [a|an|some|being|from] [kind of|sort of|type of] (scam|scams|scammer|scammers|scammed|fraud|hoax|fake|con|phishing|legit|legitimate|genuine|a real company)
      how (do|can|could|would|should|will) (i|we) (know|check|verify|confirm|trust|be sure|prove|find out|tell) ** (real|really|genuine|legit|legitimate|scam|scammer|scammers|fake|fraud|you|who you say|who you say you are|trusted)
      (can|could|should) i (trust|verify|authenticate) (this|that|you|it|the call|this call)
      (verify|confirm|authenticate|prove|validate|check) [that|if|whether|to me|it] (this is|you are|youre|its|it is) (really|actually|genuinely|truly|genuine|legit|real|who) *
      (verify|confirm|authenticate|prove|validate|check) (who you are|who this is|who you say you are|your identity|this call|its you|it is you|this is you|youre real|you are real|youre legit|you are legit)
      (prove it|prove youre not *|prove you are not *)
      (who is|whos|who are|who) (this|you|is this|are you|calling|behind this) (really|actually|for real)
      (who is|whos|who are) (really|actually) (calling|this|you|ringing|behind this)
      (sounds|sound|looks|look|feels|seems|smells) [a bit|very|pretty|kind of|really|all] (like a scam|like scam|like a con|dodgy|suspicious|fishy|scammy|suss|sus)
      (i think|i reckon|i bet|this is|its|thats|probably|might be|could be|must be) [this is|its|this|that|thats|just|probably|probably just|another] a (scam|scammer|hoax|con|fraud)
      (whats|what is|give me|tell me|have you got|you got|do you have|got|is there) [the|your|a|me|that|any] (code|verification code|security code|check code|call code|code for this call|code for this)`,
  },
]

/** Questions that count as such even where they contain the form of a request. */
export const hardQuestions: readonly Entry[] = [
  {
    rule: 'question.about',
    phrases: `
      (what|whats|what s) * (about|regarding|concerning|in relation to|for) $
      (if|when|once|suppose) (i|we) (opt out|unsubscribe|stop|do that|do this|say no|say yes|take it|sign up|meet|get accredited) ** (do|does|will|would|what|can|is|are|how) *
      (will|would|am|are|is) (i|we) be *
      (if|when|before|should|once|after|suppose) (i|we) (press|say|pick|choose|hit|push|go with|take|do|book|opt|select|dial|stop|text|reply|don|dont|was to) * (what|who|how|do|does|will|is|would|can|where|then)
      (what|what would|what will) (happen|happens|would happen|will happen) if *
      ^ [<lead>] [<lead>] (does|do|is|are|did|has|was) (the|this|that|stop|saying|pressing|it|option|number|my|your|replying|texting|clicking|opting|accreditation) * (mean|cost|cancel|expire|include|take|affect|go|involve|recorded|work|happen|legit|real|automated|free|close|end|finish|count|start|stop|come|apply|change|require)
      (is|are) (this|these|that|you|your|it|there) [call|calls|conversation|line|being|currently|a|an|all|actually|really|always] (recorded|recording|taped|recording this|recording me|being recorded|monitored|a recording|a robot|an ai|a bot|a machine|a person|a real person|a human|legit|a scam|spam|automated|computer|a computer|ai|real|live|a live person|a real human|an actual person|human|a sales call|telemarketing|a telemarketer|a recorded message|a joke|a prank|genuine|a survey|about)
      (why|how|who|what|where|when) * (record|recorded|recording|recordings|tape)
      (who|how long|where|what) * (list|database|listens|keep|kept|stored|data)
      am i (talking|speaking|chatting|on|being|dealing|through) *`,
  },
]
