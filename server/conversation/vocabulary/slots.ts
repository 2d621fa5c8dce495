// How people answer an offer of meeting times.

import type { Entry } from '../text/phrases.ts'

export const eitherSlot: readonly Entry[] = [
  {
    rule: 'slot.either',
    phrases: `
      (either|both|any|all) [one|of (them|those|the two|these)|time|times|day|days] (is|are|would|will|ll|works|work|suits|suit|fine|good|okay|s|does|do|could) * !(no good|not)
      (either|whichever|whatever|any|both) [one|of (them|those|the two)|time] $
      (whichever|whatever|whenever) [one|time|day] (suits|works|you|is|s|mate|they|the|youve|best|easiest|i dont|comes|fits) *
      (doesnt|dont|no) [really] (matter|mind|care|fussed|bother|preference|difference) [which|either|at all|when|to me|what|me] *
      (makes no|no) (difference|preference|odds)
      (im|i am|were|pretty) (easy|flexible|not fussed|not fussy|free both|free either|available both|available either|good for either|good with either|good with both|good either way|okay with either|okay with both|happy with either|happy with both|free for both|wide open|free all *|open all *)
      (you|your|yours|up to you|ladies|dealers) (choose|pick|decide|choice|call|pick one|choose one|tell me|take your pick)
      (up to|its up to|leave it to|leave it up to|leave that to|leave that up to|dealers choice|ill let) you [decide|choose|pick|to *]
      (take your pick|pick one|surprise me|toss a coin|flip a coin|whatever you like|whatever works|whatever suits|whatever is *|whatevers *|works either way|suits either way|fine either way|good either way|easy either way|either way|all the same to me|same to me|both good|both fine|both suit|both work|both okay|both are *|all good with either|either or)
      (can|could) (do|make|manage) (either|both|any of them)
      (happy|fine|good|okay|cool|free|available) [with|for|on|at] (either|both|any|whichever|whatever) *`,
  },
]

export const neitherSlot: readonly Entry[] = [
  {
    rule: 'slot.neither',
    phrases: `
      (neither|none|not either|nor|no not either) [of|one|is|are|will|work|works|suit|suits|time|sorry] *
      (cant|couldnt|wont|dont|doesnt|not|im not able to|unable to|wouldnt) [really|quite] [be able to] (do|make|work|suit|manage|go|like|take|fit|be free|be available|suits|works|swing|free|available) (either|any|both|them|those|it|that|any of *|either of *|either one|that one|then|them both) *
      (cant|couldnt|wont be able to|unable to|not able to) (make|do|manage|swing|take) (it|that|them|those|either|then|either of *|any of *|that day|that time|those times|those days|this) !(now)
      (doesnt|dont|wont|not|didnt|isnt|arent|wouldnt|neither) [really|quite|exactly|going to|gonna|either of those] (suit|work|suits|works|good|great|any good|ideal|possible|convenient|suitable|for me|a good time|good for me|good times|do|available|free|doable|workable) [for me|me|us|at all|then|that day|those days|those times|im afraid]
      (im|ill be|were|i am|ill|im going to be|booked|im already|im fully|im all|im out) [all|away|busy|booked|flat out|tied up|in court|out|overseas|interstate|on leave|booked out|booked up|chockers|unavailable|not here|not free|not available|not around|in meetings|already] [away|busy|booked out|booked up|booked|out|up|chockers|solid|full|overseas|interstate] (both|then|those|that|all|at that time|on both|on those|that day|all day|at those) [of those|of them|days|times|day|week|on both|then|these] *
      (no|none of|not any of) (good|those|them|luck|can do|go|that|the two) [for me|mate|unfortunately|sorry|work|works|suit|suits|are|is] *
      (clash|clashes|conflict|conflicts|clashing) *
      (both|those|they|that|all) [are|is|s|times|days|of those|of them|one|time] [both|all|a bit|way|too] (no good|bad|out|taken|booked|clash|wont work|dont work|dont suit|doesnt work|doesnt suit|terrible|impossible|too early|too late|too soon|booked out|useless|no go|wont suit|a no go|are out|unsuitable|not possible|not suitable|not good)
      (nothing|none|not one) [of|there|that|them|those|in] [there|those|them|that] (works|suits|fits|work|suit|is any good|is good) *
      (wont|not going to|cant) be (around|here|free|available|in|back|there|in the office|able to make *) *
      no to (both|either|those|that)
      (im|ill be|were|ive got|got|have) (in|at|on|away|off|interstate|something|a) [+] [+] (that day|then|those days|that time|both days|those times|that week|on both)
      no (good|go|can do|luck) *
      (not|never) (free|available|around|here|in|possible|going to (work|happen|suit)) [then|at that time|on that day|that day|at those times|those days|that week|either day|both days|on those *|either of those *|at either *|on either *]
      (chockers|chockablock|chock a block|booked solid|booked out|fully booked|flat out) [both|then|all|that|those] *`,
  },
]

export const otherSlot: readonly Entry[] = [
  {
    rule: 'slot.other',
    phrases: `
      (anything|something|any|got any|nothing|any other|some other|another|a different|different|other|what other|any more) [else|times|time|day|days|option|options|slots|slot|dates|date|available|going|on offer] [a bit|bit|any] (later|earlier|else|sooner|after|before|in the|around|on another|the following|next|other|different|further out|available|on offer|going|that suits|in *)
      (anything|something) (else|later|earlier|sooner|different|further out|after|before|around|in the|next|on) *
      [any|some|got any|have any|what] (other|different|more|alternative|alternate|another) (time|times|day|days|slot|slots|options|option|date|dates|one|ones|week|availability)
      (a|an|bit|little|little bit|much|make it|prefer|need|rather|want|like|needs to be|has to be|have to be) (later|earlier|sooner) [in *|on|time|one|if *|than *|please|slot|that day|that week]
      (later|earlier|sooner) (in|on|that|than|would|if|time|slot|works|suits|next|please|in the *) * !(one)
      ^ [<lead>] (do you have|have you got|any|got any|got) * (evenings|mornings|arvos|lunch|lunchtimes|weekends|evening|morning|earlier|later) *
      (give|offer|find|show|get) me (another|something|some other|a different|other|more|different|anything|some more) *
      (next|following|another|a different) (week|month|day|fortnight|time|date) *
      (week|fortnight|month) after *
      the (weekend|week after|following week|week after next|new year) *
      (after|in the) (christmas|new year|holidays) *
      not (this|that) week *
      too (early|late|soon) [for me|in the day|in the morning|can you *|have you *] *`,
  },
]

/** A time is named to be refused: 'ten is no good'. The named time follows it. */
export const refusedAfter =
  /^ (?:is|was|s|does|do|wont|would|will|are|just|really|isnt|doesnt|on|the|time|one|and|at|all|wouldnt|arent|dont|a|it|oclock|for|me|\d+)* ?(?:no good|not good|no go|out|not great|isnt any good|any good|isnt good|isnt great|doesnt suit|doesnt work|dont suit|dont work|wont work|wont suit|bad|taken|booked|off|chockers|chockablock|full|impossible|not possible|isnt possible|too early|too late|too soon|clashes|a clash|a no go|not suitable|isnt suitable|not ideal|isnt ideal|hopeless|useless|terrible|unavailable|not an option|a write off|packed|flat out|busy|neither is|no use|not on|a stretch|wouldnt work|wouldnt suit|not going to work|ruled out|cant do|i cant|im away|im busy|im out|im booked|im flat out|im not free|im not available|im not around|im off|im in court|im interstate|isnt going to|not happening|(?:ive got|ive a|i have|theres|weve got) (?:\w+ ){0,2}(?:court|client|clients|meeting|meetings|settlement|appointment|appointments|training|funeral|exam|flight|on|something))(?= )/
/** 'Not ten', 'I can't do Thursday'. The named time precedes it. */
export const refusedBefore =
  / (?:not|cant|cant do|cant make|wont|dont like|dont want|neither|nor|neither is|nor is|nor does|neither does|not free|not available|not around|busy|away|booked|out|except|but not|other than|instead of|rather than|cant on|anything but|except for|rule out|forget|skip|scrap|booked out|ive got a \w+|got a \w+|have a \w+|theres a \w+|in court|ive got \w+|got something|tied up|ive something|flat out|not keen on|avoid|over|cant manage|lets not do|dont do|never)(?: (?:on|at|the|for|do|make|that|until|till|in|a|be|is|come|\w+ing))* $/
