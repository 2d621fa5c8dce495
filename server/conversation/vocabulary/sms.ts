// Keywords of SMS besides opt-outs.

import type { Entry } from '../text/phrases.ts'

export const startMessages: readonly Entry[] = [
  {
    rule: 'start.keyword',
    note: 'Opts in again. A keyword alone, or a plain request to be contacted again.',
    phrases: `
      ^ [please|yes] (start|unstop|start start|restart|resubscribe|subscribe|opt in|optin|sign me up again|start again|resume|re subscribe|opt me in|opt me back in) [please|again|thanks|messages|texts|calls|sms|now|back|again please] $
      (start|resume|begin) (sending|texting|messaging|calling|contacting|the texts|the messages|the calls|messages|texts|calls) [me|us] [again|back] *
      (put|add|sign|opt) (me|us) back (on|in|onto|up) *
      (stop|unsubscribe|opt out) * (mistake|accident|error) * (start|unstop|opt in)`,
  },
]
