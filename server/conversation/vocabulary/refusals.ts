// An option or a person that is refused: 'no link', 'I don't need a meeting'. The rest of the sentence may still wish.

import type { Entry } from '../text/phrases.ts'

export const refusals: readonly Entry[] = [
  {
    rule: 'no.refused_option',
    phrases: `
      (no|not|<notWant>) [need for|want] [to have|to do|to get|to be|have|having|to|for|with|about|another] [the|a|an|any|your|that|another|more|some|or] [quick|rates] (link|links|text|texts|text message|sms|meeting|meetings|appointment|appointments|booking|accreditation|accredited|details|info|information|bdm|catch up|coffee|zoom|sit down|form|forms|chat|email|emails|message|time|manager|robot|machine|text book) !(now|at the|that)
      (dont|do not|no need to|not to|never|please dont|wont) [bother|worry about|even|need to|want to|want you to] (text|texting|send|sending|book|booking|sms|message|messaging|email|emailing|mail|schedule|arrange|meet|organise|accredit|transfer|transferring|put|putting) [me|us|it|them|a|the|any|anything|in|through|one|up|in for|an] [a|the|any|through|up|one|for a|to] [link|links|text|texts|sms|meeting|meetings|appointment|details|info|accreditation|person|someone|human|anything|time]
      (no|not|<notWant>) [need for|to speak to|to talk to|to speak with|a|an|any] [<real>] (person|human|operator|somebody|someone|anyone|anybody|receptionist) [to (call|ring|phone|talk|text|contact|speak|come)] [me|us]
      (cant do|cant start|no time for|not ready for|havent got time for|dont have time for|too busy for|no time to do) [the|a|an|any|my|another] (link|meeting|meetings|appointment|accreditation|sit down|catch up|coffee|text)
      (changed my mind|gone off|had second thoughts) (about|on) [the|a] (meeting|link|accreditation|appointment|it|that|text)
      (decided|voted|advised|going|am) against [a|the|any] (link|meeting|appointment|accreditation|booking)
      than [to] (talk|speak|talking|speaking|deal|chat) (to|with) a *
      (not|no) pushing buttons
      (instead of|rather than|not|as opposed to) [a|the|just a|just the] (link|text|sms|meeting|appointment|accreditation|link one|meeting one)
      neither the * nor *
      dont hang up
      (not|isnt|no) (number|option) (one|two|three|four)`,
  },
]
