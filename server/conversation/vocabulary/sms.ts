// Keywords of SMS besides opt-outs.

import type { Entry } from '../text/phrases.ts'

/** A meeting is moved or cancelled, for staff to read. */
export const meetingChanges: readonly Entry[] = [
  {
    rule: 'other.meeting_change',
    phrases: `
      (remove|take) me (from|off) the *
      (move|shift|push|change|reschedule|cancel|postpone|swap|bring forward|delay|rearrange) [my|our|the|it|that|this|to] * (meeting|appointment|booking|time|slot|catch up|one|monday|tuesday|wednesday|thursday|friday)
      (cant|wont|couldnt|not going to|unable to|wont be able to) [be able to] (make|attend|get to|do) * (meeting|appointment|booking|catch up|monday|tuesday|wednesday|thursday|friday|it)
      (running|be) [a bit|about|*] late *
      (see you|confirming|confirmed for|looking forward) *`,
  },
]

export const startMessages: readonly Entry[] = [
  {
    rule: 'start.keyword',
    note: 'Opts in again. A keyword alone, or a plain request to be contacted again.',
    phrases: `
      ^ [please|yes] (start|unstop|start start|restart|resubscribe|subscribe|opt in|optin|sign me up again|start again|resume|re subscribe|opt me in|opt me back in) [please|again|thanks|messages|texts|calls|sms|now|back|again please] $
      (start|resume|begin) (sending|texting|messaging|calling|contacting|the texts|the messages|the calls|messages|texts|calls) [me|us] [again|back] *
      (put|add|sign|opt) (me|us) back (on|in|onto|up) *
      (stop|stopped|stopping|unsubscribe|unsubscribed|opt out|opting out|opted out) * (mistake|accident|error) * (start|unstop|opt in)`,
  },
]
