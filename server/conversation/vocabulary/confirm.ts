// Answers to the read-back of the next action.

import type { Entry } from '../text/phrases.ts'

/** 'No' to a doubt, not to the question. */
export const affirmations: readonly Entry[] = [
  {
    rule: 'yes.no_thats_right',
    phrases: `
      (no|nah) [no|nah] (thats|that is|youre|its) (right|correct|it|fine|good|the one|spot on|perfect) !(no|but|not|day|time)`,
  },
]

export const denials: readonly Entry[] = [
  {
    rule: 'no.denial',
    phrases: `
      (thats|its|that is|thats really) not [what|the|right|correct|it|me|quite|how|when] *
      (not|isnt|wasnt|thats not|its not) (right|correct|it|the one|the right *|what i *|that|that one|that day|that time|this number|to this|on this|my|quite right|tuesday|wednesday|monday|thursday|friday|at *|what *|quite|true)
      (wrong|incorrect) [day|time|date|one|number|week|month]
      (i|but i) (said|meant|asked for|wanted|told you) (<weekday>|one|two|three|four|five|nine|ten|eleven|twelve|half *|the *|morning|arvo|tomorrow|next *|a *|not) *
      (no|nah|nope) (i|its|it|the|that|thats|dont|not|make|wait|dont do that|wrong|cancel|it was|it should) *
      (hold off|hang fire|leave it|leave that|not yet|wait on that|scrap it) *
      dont (call|ring|phone) [me|us] (then|at|on|that) *
      (cancel|dont) (it|that|do that|do it|send it|book it|book that|call|book|send)
      (change|move|swap) (it|that|the) *`,
  },
]

export const optOutDenied: readonly Entry[] = [
  {
    rule: 'no.keep_calling',
    phrases: `
      (keep|continue|still|okay to|fine to|happy for you to|can|may|feel free to|welcome to|want you to|like you to|go on|can still|free to) (calling|ringing|phoning|call|ring|phone|contact|contacting|get calls|be called|keep calling|keep ringing|sending|texting)
      (call|ring|phone|calls|calling|try) (me|us|is|are|this number|s) [again|back|on|at|after|next|any|another|some|later|anytime|whenever|tomorrow|but] (fine|okay|good|anytime|tomorrow|later|after|next|on|another time|whenever|some other|in|time|is|are|just|again|not|but|arvo|morning|<weekday>|day|year|week|month) *
      (dont|do not|never|not) (do that|remove me|take me off|want that|want to be removed|opt me out|unsubscribe me|mean that|mean to|say that|want to opt out|delete *|stop calling|stop the *|wish to be *)
      (didnt|did not|never|wasnt|havent|i wasnt) (say|said|mean|meant|ask|asked|saying|asking|want|wanted) * (that|stop|to|never|opt out|dont call|it|call|no more|for that|remove)
      (stay|keep me|leave me|keep my number|remain|leave my number|be) on [the|your|that|it|there] [list]
      !(dont|not|never|didnt|no longer) (want|like|happy|prefer|need) to (stay|remain|be called|hear|keep|get|be contacted|receive) [on|from|getting|in|calls|hearing|the] *
      (not before|not at|not on|not in|not during|just not|only not|only|not after) (<weekday>|weekends|nine|ten|the|my|lunch|work|this|after *|before *|mornings|at *|on *|in *|now|today|tomorrow|right|fridays|a|during|while|early|late) *
      i (only|just) (said|meant|mean|wanted|asked) *
      (i|we) (just|only) (cant|meant|mean|wanted|want|said|dont want) * (talk|now|today|this|the|not|busy|call|later|week|meeting|link|text|texts|sms|driving|nine|time|that|before|morning) *
      (thats|no thats|that is|thats not) not (what i|it|right|true|correct|quite right|at all) *
      (got|have|heard) (it|me|that) [all] wrong
      (misunderstood|misheard|mistake|misread) *
      (only|just) (today|for now|for today|this week|now|at the moment|this one|this time) *
      not at all
      not what i *
      still want *
      want [the|your|more|to get|to keep getting] calls *
      (talking|speaking) to (the|my|someone|somebody|a) * (dog|kids|kid|wife|husband|else|mate|client|cat|boss|son|daughter)
      (god|good lord|heavens|hell|christ) no
      (you|ya|yous|your) [can|could|may|are|re] [still|always] (call|ring|phone|contact|welcome to) *
      change of mind
      (dont|do not) (call|ring) [me] (before|at work|at lunch|at night|on|after|today|now|this week|while|when|during|early|late|until|in the) *`,
  },
]

export const optOutAffirmed: readonly Entry[] = [
  {
    rule: 'yes.no_more_calls',
    phrases: `
      (no|thats right|yes|yeah|yep|right|correct|exactly|please|i said|never|just|and) [no|more|just|please|i said] (dont|do not|never|stop|no more) [ever|please|want you to] (call|calls|ring|calling|ringing|contact|phone|calls) [me|again|ever|any more|anymore|us|please|here] *
      no more [calls|of these|of them|phone calls|please|thanks] *
      (never|dont ever|dont) (again|call|ring|phone|contact) [me|us|again|here|back|this number|any more] [again|any more|ever|please|at all] $
      (take|get) (me|us|it|my number) off *
      (remove|delete) (me|it|us|my *) *
      (thats|that is|its|just) (what i|exactly what i|what im|what we) (said|want|wanted|meant|asked|saying|am saying|mean|asking) *
      (you|ya) (heard|got it|got that|understood|herd) *
      (i|we) (do|did|dont want|dont want you|want no|dont want any) * (calls|call|calling|called)
      (for good|forever|permanently|ever again|too right i do|of course i do|take me off|leave me alone|lose my number)`,
  },
]
