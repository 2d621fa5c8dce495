// Wishes of a person: the options of the menu, a person, a later call.

import type { Entry } from '../text/phrases.ts'

/** Masked before the wishes are read: words of a wish in another sense, or a wish that is mentioned, not made. */
export const mentions: readonly Entry[] = [
  {
    rule: 'mention.place',
    phrases: `
      !(lock|book|pencil|put|me|us|slot|get|fit|squeeze|jag|it|line|set|go|want|like|need|prefer|up|down|keen|yes|vote|vote for|love|happy|can|could|may) (in|into|at|from|for|before|after|with|between|during|to|have|had|got|ive got|theres|running|late for|off to|about to have|about to start|halfway through) (a|an|another|my|this|the|our|back to back|next|two|some) [next|team|client|staff|sales|zoom|other|first|big|quick|board] (meeting|meetings|appointment|booking|session|coffee|catch up|consult)
      !(book|in for|down for|me for) (my|our) next (meeting|appointment|booking)
      !(lock|book|pencil|put|me|us|slot|get|fit|squeeze) in [a] (meeting|meetings|session|consult)
      (my|his|her|our) (manager|boss|agent|assistant|receptionist|people|bloke|husband|wife|partner) (is|are|was|has|just|s|wants|needs|said)
      with my (manager|boss|agent|assistant|accountant|people)
      (text|sms|message) (book|books|exchange)
      to be honest with you`,
  },
  {
    rule: 'mention.done',
    phrases: `
      (im|were|ive been|weve been|i was|i got|we got|am|are|been|being) [all|now|actually] (already|accredited already) [accredited]
      (im|were|ive been|weve been|i was|i got|we got) [all|both|now|already] (accredited|on your panel|on the panel) [already|with (you|yous|you guys|them)|there|last *|years ago|done] !(please)
      already * (accredited|accreditation|on [your|the] panel)
      (did|done|finished|completed|have|hold|got|ive got|had) [my|the|your|our] accreditation [already|done|sorted|last *]
      not accredited [with you] [yet]
      (im not|were not|not) * accredited [with (you|you guys|yous)] [yet]
      (i|ive|we|weve) [already|just] (got|had|have|received|seen|read|opened|clicked|deleted|lost|missed) (the|your|that|a|my) [last|first|other|old|accreditation|rates] (link|text|sms|message|email|details|info|page)
      (got|had|received|read|saw) (the|your|that) (link|text|sms|message|details|info) [yesterday|already|before|last *|earlier|this morning]
      (deleted|lost|missed|broke) (the|your|that) (link|text|sms|message)
      (spoke|spoken|talked|chatted|met|dealt) * (to|with) * (someone|somebody|person|bdm|manager|bloke|lady|one of your *|your *) [from your office|from your team|there|last *|yesterday|already|before|the other day|earlier]
      (had|booked|made|got|have) (a|my|the) (meeting|appointment|catch up|chat) [with *] (last *|yesterday|already|booked|earlier|the other day)
      (i|we) already (have|booked|met|spoke|had|made|got) *
      (was|were) going to (say|ask for|pick|choose|go|take|book|do) [the|for|a] *
      (i|id) [was|were|would] (about|going|have) to say [the] *
      (remove|cancel|delete|scrap|scratch|forget|replace|drop) the <weekday> (one|meeting|booking|appointment|slot) [i had|i booked|i made]
      remove the <weekday> *
      (remove|take|move|shift|swap|change|push) (me|us|it|my meeting|the meeting|our meeting|my appointment|the appointment|my booking) ** (and|to|put me|put us|instead|until|from) *`,
  },
  {
    rule: 'mention.other_people',
    phrases: `
      !(to|with|get|me|put|need|want|find|onto|give|after|rather|prefer|give me|get me|ask) (someone|somebody|theres someone|theres somebody|a person|theres a person|people|theres people|anyone) (at|in|on|with|here|behind|waiting|else|there|knocking|from|who|just|is|has|s) !(who can|to help)
      (someones|somebodys|anyones|personally|somebody elses|someone elses)
      (have|got|ive got|with|got a) (someone|somebody|a client|a customer|people|clients|a person) (here|with me|in front of me|in the office|at the desk|at the counter]
      (for|with|by) (someone|somebody) else
      (talking|speaking|chatting) (to|with) (my *|another *)
      (talk|talking|speak|speaking|chat|chatting) (to|with) (a client|clients|a customer|another (client|lender|broker|bank)|my wife|the bank|you|a robot|a machine|robots|machines|computers|a computer|bots|a bot)
      about to (speak|talk|meet) (to|with) * (client|customer|someone|manager|boss|lender)
      behind this voice
      (real person|human|person) or (what|a|not|just|is)
      (if|when) * (someone|somebody) *
      (no one|noone|nobody|not a person|not someone)`,
  },
]

/** Wishes in so many words that they count in any mood of the sentence. */
/** Requests whose form is that of a question; read before questions. */
export const requests: readonly Entry[] = [
  {
    rule: 'operator.request',
    phrases: `
      (is there|have you got|do you have|got) [a|an|any] [<real>] (person|human|someone|somebody|anyone|anybody|operator|bdm|manager|one of your + +) [there|around|available] (i can|i could|who can|to|that can|that i can|i might|we can) (talk|speak|help|chat|deal) [to|with|me] *
      (can|could|may) i (speak|talk|chat) (to|with) * !(about it)
      (can|could) (you|i) (get|have|put) [me] [a|an] [<real>] (person|human|operator|someone|somebody) [on|to speak *|to talk *|instead]`,
  },
]

export const wishes: readonly Entry[] = [
  {
    rule: 'operator.now',
    phrases: `
      (a|an) [<real>] (person|human) (text|ring|call|phone|reply|message|contact) * (me|us|back)
      (get|find|give) me (someone|somebody|a person|a human) * !(to meet|to send)
      (get|have|ask) (a|an|one) [<real>] (person|human|human being) to (text|call|ring|contact|phone|message|email) [me|us]
      (put|get) [me|us] * (bdm|manager|boss|someone|somebody|person) [real] (on the (phone|line)|on now|now please|right now|straight away)
      (speak|talk) to [the|your|a|my] (bdm|manager|boss|supervisor) !(about a|next|tomorrow|on)
      (put|transfer|connect|patch|switch) me (through|over|across)`,
  },
  {
    rule: 'option_3.accreditation',
    note: 'Accreditation wins over a link or a meeting about it.',
    phrases: `
      <send> [me|us|through|over|out] * (accreditation|accredited|onboarding) [form|forms|link|pack|paperwork|application|kit|info|details|documents|docs|papers]
      (start|begin|do|get|go|kick off|lets|lets do|lets start|commence|initiate|progress|complete|finish|sort|sort out|sign up for|apply for|keen|interested|need|want|after|prefer|like|take|have|organise|process|set up|go ahead with|go with|go for|proceed with|continue with|about|choose|pick|yes to|happy to|love|register for|fill out|move on|move ahead with) [with|on|my|the|your|our|up|going|to|do|a|get|be|become|in|for|start|started|out|me|us|going with|some|that] [the|my|your|started|with|become|on|going] [the|my|your|an] (accreditation|accredited|accrediting|accredit|onboarding|onboarded)
      (accredit|onboard) (me|us|my *|our *|please|with you)
      (get|want|like|keen|need|love|become|be|getting|how do i get|can i get|go) * (accredited|on your panel|onto your panel|on the panel|on panel|onboarded)
      become (a|an) (broker|accredited *|lending partner|partner) [with|of|for|on] *
      (write|lodge|place|submit) (loans|deals|business|applications|files) (with|through|for|to) you
      sign (me|us) up (as a broker|to your panel|as an accredited *|with you|to write *)
      sign up (as a broker|with you|to your panel|to write *|as an accredited *)
      (apply|application|register) (for|to be) * (accreditation|accredited)
      accreditation (form|forms|link|pack|paperwork|application|kit|process|please|one|option|thing|works|sounds good|would be good|its the one) !(last|already|take|cost|usually)
      ^ [<bare>] [<bare>] [<bare>] [full|whole|broker] <accreditation> [one|option|thing|process|instead|stuff|form|forms|then|first|works] $
      sign (me|us) up for [the|your|that] (accreditation|panel|onboarding) *
      (start that|lets start that|lets get that started|get that going) $
      add (me|us) to your (panel|lender panel|list of (brokers|accredited *))`,
  },
  {
    rule: 'option_2.meeting',
    phrases: `
      (<book>|put) [me|us] [in|up|down] [for] [a|an|the|that|some|another|our|your|my|one of those|of] [quick|fresh|new|short|proper|first|face to face|in person|half hour|time for a|time with a|time for the] <meeting>
      (book|schedule|pencil|slot|lock) (me|us|it|that|something|in something|some time|a time|a slot) [in|for|up|with *|to *|down] !(me through|me on|me onto|through|me off)
      put (me|us) [down|in] (in|down) [for|with] *
      (arrange|organise|organize|line up|tee up|set up|sort|sort out|schedule|book|jag|lock in|pencil in|find|make) (a time|a date|some time|something|a slot|time|a day|a chat|a yarn|a zoom|a teams|a call with * <bdm>|a demo|an intro|an introduction)
      (get|have|make|find|grab|book) (a|some) time [slot] (with|to meet|to sit down|to catch up|for a|for us to) *
      (sit|sitting) down with *
      (catch|catching) up (with|in person|over|face to face|for a coffee|next *|this *|sometime) *
      catch up with *
      (meet|meeting|meet up) (with [a|the|your|my|one of your|our|someone|somebody] *|the <bdm>|your <bdm>|a <bdm>|my <bdm>|you guys|up|tomorrow|next *|in person|face to face|him|her|someone|somebody|one of your *|<weekday>|this *) !(at|go)
      (bdm|manager|someone|somebody) and (i|me) [to|can|could] (meet|catch up|sit down|get together)
      (bdm|manager|him|her|them|someone|somebody) [to] (meet|see|visit|come see|come and see|drop in|come past|pop in|come by|come out|come around) [with|to|and] [me|us|my office|the office|for *]
      (see|visit|meet) (a|the|my|your) <bdm>
      (chat|talk|speak|yarn|sit down|touch base|sync|connect) with [a|the|your|my|our|someone|local|one of your|somebody] [local|state|new] (bdm|business development manager|bdms|relationship manager) !(now|right now|straight away|on the phone)
      (have|grab|get|do|like|want|love|prefer|up for|keen for|open to|happy to have|go for) (a|the|some|one) [quick|nice|bit of a] (coffee|catch up|sit down|meeting|appointment|zoom|face to face|booking|session|teams|meet and greet|chat with (the|your|my|a) <bdm>|demo)
      (want|like|love|need|prefer|up for|happy with|go with|take|choose|pick|rather|keen on|keen for|after|yes to|interested in|get|have) [to] [have|do|go with|take|the|a|an|book] (meeting|appointment|meet|catch up|sit down|bdm|zoom|face to face)
      [a|the] (meeting|appointment|catch up|sit down|coffee|zoom|face to face|chat with * <bdm>|bdm) [one|option|thing] (is|would be|sounds|works|suits|sound|seems|will do|it is|would|could work|might be|with * <bdm>|please) !(about|even|go)
      new (meeting|booking|appointment)
      (fresh|another) (meeting|booking|appointment)
      lets (meet|catch up|get together|do a zoom|grab a coffee|do coffee|meet up|talk face to face|have a *)
      in person (meeting|chat|catch up)
      ^ [<bare>] [<bare>] [<bare>] (<meeting>|meeting with *|bdm|bdm meeting|chat with *) [one|option|thing|works|instead|with *|for *|is fine|is good|yes|yeah|yep|sure|though|maybe] $`,
  },
  {
    rule: 'option_1.link',
    phrases: `
      <textVerb> (me|us|my *|it|that|them|the|through|over|a|some|those|whatever|what|your|rates) [through|over|to me|to us|out|please] !(book|back)
      (send|flick|shoot|whack|chuck|fire|pop|forward|bang|drop|throw|zap|sling|biff|resend) [me|us|it|that|them|this|those|something|stuff|one|through|over|out|across] [me|us|it|through|over|across|out|to|by|in|via|on] [me|us|my|a|the|that|your|some|as|this|any|whatever|those] [quick|rates|web|new|same|sms] (link|text|sms|message|details|detail|info|information|url|page|website|mobile|phone|rates|rate sheet|brochure|stuff|fact sheet|it|that|me|number|one|web link|rates page|pdf|flyer|what youve got|what you have)
      (send|flick|shoot|whack|chuck|fire|pop|forward|bang|drop|throw|zap|sling|biff|resend) (it|that|them|this|those|something|me|us) [through|over|across|again|out|to me|to us|my way|along|now|instead|later|tonight|tomorrow|to *|by *|via *|in *|here|thanks] !(off|out of|up|away|to the bdm|a person|somebody|someone)
      (send|flick|shoot|whack|chuck|fire|pop|forward|zap|sling) (through|over|me|us) (the|a|whatever|that|some|your) [rates|rate] (link|details|info|text|page|rates|sheet|sms|message|information|url|website|you *)
      (get|give|share|have|grab|want|need|like|love|prefer|take|receive|after|appreciate|do|go with|go for|choose|pick|see|keen on|yes to|happy with|rather|interested in) [to] [have|get|see|take|receive|go with] [me|us] [the|a|that|your|some|it as a|it by|it in a|it via|to|just|one of those|as a] [quick|rates|web|text|sms] (link|text|text message|sms|details|info|url|rates page|rate sheet|page|information|web page|website|brochure) !(to the meeting|message bank)
      (link|text|sms|text message|message) (me|us|please|one|option|is fine|is good|will do|would be good|would be great|works|sounds good|is easier|is best|thanks|ll do|it is|it|would be better|would do|is better|thing|version|instead|that|suits|s fine|for me)
      (by|via|in|over|as a|through) (text|sms|text message|message|a text|an sms|a message|a text message)
      (on|to) my (phone|mobile) [as|by|via] [a] [text|sms|message]
      message (me|us|it|that|through) *
      (send|text|flick|shoot|sms|message) [me|us] (another|a new one|a fresh one|one|it again|them again) $
      read (it|about it|that|the details) * (text|later|online|phone)
      (see|look at|check|check out|read|have a look at) (it|the rates|the details|the page|that) (online|on my phone|on the web)
      sent (to me|through|to my *|over) [by|as|via] *
      ^ [<bare>] [<bare>] [<bare>] <link> [one|option|thing|only|instead|version|by text|to my mobile|works|first|for now|then|is fine|is good|again|to this number|by sms] $`,
  },
  {
    rule: 'operator.person',
    phrases: `
      (speak|talk|chat|yarn|speaking|talking|get through|get on|get onto|put on|hand over|hand me over|pass me) (to|with|onto|over to) [a|an|the|some|one of|any|your|this|to] [<real>] [<real>] (person|human|human being|operator|representative|rep|consultant|agent|receptionist|reception|supervisor|staff|staff member|team member|customer service|manager|boss|someone|somebody|anyone|anybody|people|bloke|lady|woman|guy|team|adviser|advisor|specialist|one of your *|your *|him|her|whoever *|who * in charge) !(from your office last|about to|last)
      (talk|speak|chat) (to|with) (someone|somebody|anyone|a person|a human|one of *) *
      (put|patch|switch|transfer|connect|divert|redirect|escalate) (me|us|my call|this call|the call|this) [straight|right] (through|over|onto|to|on|back|across|up) [to|onto|with] [a|an|the|your|some|one of] *
      (put|patch|transfer|connect|switch|divert) (me|us) (to|with|through|over|onto|on) *
      (transfer|connect|redirect) (me|us|this call|my call) $
      (connect|transfer|put) (me|us) *
      (get|give|need|want|fetch|find|after|prefer|rather|pass|bring|grab|like|have|hand|got) [to] [me|us|have|talk to|speak to|hold of|onto|through to|you to get|the|get|deal with] [a|an|the|some|your|hold of a] [<real>] [<real>] (person|human|human being|operator|representative|rep|consultant|agent|receptionist|reception|supervisor|staff member|team member|customer service|live person|real one|boss|someone real|somebody real|somebody|someone) !(to take|from|to text|start|to start|to send|to call|to ring|at|who|in the|here|with me|to meet|has|is|of|with)
      (someone|somebody|anyone) (real|human|i can (talk|speak) to|who can help|to (talk|speak) to|on the (phone|line)|in charge|available to talk|from your team now|who knows)
      (get|put|want|need|give me) (someone|somebody|a person|the bdm|your manager|your boss|a human|the manager|my bdm|your bdm|him|her|one of *) [real|else|human] (on|to) (the|this|talk|speak) [phone|line|to|with] *
      (bdm|manager|boss) (on the (phone|line) [now|right now|please]|right now|straight away|now)
      [a|an|the] [<real>] [<real>] (operator|human|human being|representative|real person|consultant|actual person|agent|live person|receptionist|customer service|human please|person please|reception|supervisor) [now|instead|thanks|please] $
      ^ [a|an] [<real>] (person|someone|somebody) [now|instead|please|thanks] $
      (after|want|need|reach|get hold of|looking for|trying to reach) [to] [speak|talk|get|reach] [to|with|hold of] (your|the|a|an) [lending|broker|support|sales|credit] (team|department|desk|office|line|accounts|support)
      (is|can) (there|that|i) [someone|somebody|anyone|a person|a human|get|speak|talk|have] * (i can (talk|speak) (to|with)|to (talk|speak) (to|with)|available to (talk|speak))
      (have|could|can|get|want|like|need|let|ask|prefer) (a|an) [<real>] (person|human) [from *] (text|ring|call|contact|phone|answer|help|deal|reply|handle|message) *
      (a|an) (real|live|actual|proper) (person|human) (text|ring|call|phone|reply|message) * (me|us|back)`,
  },
]

/** Words of a wish that no question, refusal or mention explains: a wish by inference. */
export const impliedWishes: readonly Entry[] = [
  {
    rule: 'option_3.implied',
    phrases: `
      (accreditation|accredited|accredit|accrediting|onboarding|onboarded|onboard)
      (on|onto|join) (your|the) [lending|lender] panel
      write [some|more|a few|a] (loans|deals|business) (with|through|for) you`,
  },
  {
    rule: 'option_2.implied',
    phrases: `
      (meeting|appointment|catch up|catchup|sit down|face to face|in person|bdm|business development|zoom|coffee|meet|diary|get together|slot with *|time with *|book in|booking|book|schedule|appointments)`,
  },
  {
    rule: 'option_1.implied',
    phrases: `
      (link|links|sms|text message|web link|rate sheet|rates page|brochure|text|details|url|info|information|website)
      (send|flick|shoot|whack|chuck|fire|bang|zap) (it|that|them|us|me|through|over)
      pop (it|that|them) (over|through|in a)`,
  },
  {
    rule: 'callback.implied',
    note: 'Only with a time.',
    phrases: '(call|ring|phone|buzz|try|rang|rung|bell) [me|us|back|again|then]',
  },
  {
    rule: 'operator.implied',
    phrases: `
      (talk|speak|chat|word|yarn|conversation|deal) ** (whoever|anyone|anybody|someone|somebody|person|human|manager|bdm|boss|operator|supervisor|consultant)
      (anyone|anybody|someone|somebody|a person|any humans|a human) [there|around|available|here|else] [that|who] [i can|i could|to|we can|can] (talk|speak|chat|help) *
      put (a|an|the|your|some|one) [<real>] (person|human|operator|manager|boss|bdm|supervisor|someone) on
      (talk|talking|speak|speaking|talk|chat|chatting|deal|dealing|put|get|want|need|prefer|rather|connect|transfer|give|have|like|after|find|let|pass) ** (human|real person|person|operator|someone|somebody|consultant|representative|receptionist|manager|supervisor|boss|your team|your office|broker support|customer service|bdm)
      (put|get) (your|the|a|my) (manager|bdm|boss|supervisor|team leader) on
      (human|operator|representative)`,
  },
]

/** Wishes for a later call; a time elsewhere in the sentence belongs to them. */
export const callbackWishes: readonly Entry[] = [
  {
    rule: 'callback.ring_me',
    phrases: `
      !(ill|i will|i can|will|might|would|let me|i|can i|could i|to|i just|when i|who|did|you|they|we will|and ill|ill just|should i|not to|dont|never) <ring> [me|us|him|her] [up] (back|again|then|later) !(you|number|hours|to this)
      !(dont|never|not|to) (ring|phone|buzz|call|try|bell|catch|reach) (me|us|back|again) [up|back|again] [on * number|on my mobile|at the office] [maybe|please|instead|at] <later>
      !(dont|never|not|missed your|missed the|your|the|another|this|a|other|that|on a|last|my) (ring|phone|buzz|call|try|try again|try back|try calling|try ringing) <later>
      <ring> (me|us) !(back never|never|to (say|tell)|about|from|you|darling|names|not|from)
      (call|ring|phone) (me|us|back) when *
      give (me|us|it|it another|this number|her|him) * <aRing>
      <send> (me|us) [a|another] (bell|ring|buzz|tingle|hoy|callback|call back)
      (want|like|need|appreciate|prefer|take|love|have|expect|after|request|organise|arrange) [to] [get|have|be] (a|the|your|another) [quick|phone] (call|callback|call back|phone call|ring|bell) [back|later|again|<later>] !(list|dropped)
      (want|like|need|prefer|love|rather|expect) to be (called|rung|phoned|contacted) (back|later|again|<later>)
      (then|and) (call|ring|phone|buzz|try) [me|us|back|again] $
      <later> * (call|ring|phone|try|buzz) (me|then|back|again)
      (call|ring|phone|buzz|try) then
      (good|right|fine|great|best|better|free|available|okay|ideal|works|suits|suit|alright|perfect|easier|easiest|happy) * (to|for a|for you to) (ring|call|phone|talk|chat|speak|try|buzz|bell|call back|phone call)
      (call|ring|phone|try) * (would|will|is|might) [be] (better|good|best|great|fine|suit|suits|work|right|okay|ideal|easier)
      (can|could|will|would) (you|someone|somebody|one of you|they|he|she|your *) [please|just|maybe] (ring|phone|call|try|buzz|bell|get back to) [me|us|back|again|<later>]
      (get|have|ask|tell) (someone|somebody|them|him|her|your bdm|the bdm|a person|one of *) to (ring|call|phone|buzz) [me|us|back]
      (get|come) back to (me|us) [in|on|at|after|tomorrow|later|around|<later>]
      (try|ring|call) (again|me) [some other time|another time|another day]
      (speak|talk|chat|touch base|catch me|reach me|get me|speak to me|talk to me) (tomorrow|later today|later on|next week|<weekday>|this arvo|after *|at *|on <weekday>|then|around *|in an hour|in half an hour) 
      (free|available|back|around|reachable|off|finished|home|done) * (call|ring|phone|try|buzz) [me|us|back|again|then]
      (rung|called|phoned) back
      (try|call|ring|phone) [me|us|back|again] [some time|sometime|any time|anytime] <later>
      !(ill|will|i can|might|would|can i|let me|to|ill just|should i|dont|never|i) (call back|ring back|phone back|callback|ring me back|call me back)
      dont (call|ring|phone) [me|us|back|again] (until|till|before)
      not (until|till|before) * (call|ring|phone|try)`,
  },
]

/** Not a wish for a call, though the words are alike; masked before. */
export const otherCalls: readonly Entry[] = [
  {
    rule: 'no.no_call_needed',
    phrases: `
      (no need|dont need|not necessary|you dont have|dont bother|no reason|not worth|neednt) [for] [you|someone|somebody|anyone|him|her] [to] (call|ring|phone|calling|ringing|be called|get back to) [me|us] [back|again]`,
  },
  {
    rule: 'callback.none',
    phrases: `
      no need [for you|for anyone|for someone] to (call|ring|phone) [me|us] [back|again]
      (no need|dont need|not necessary|you dont have|dont bother|no reason|not worth|needn t|neednt) [for] [you|someone|somebody|anyone|him|her] [to] (call|ring|phone|calling|ringing) [me|us] [back|again]
      (dont|never) (ring|call|phone|text) [me|us] (back|again) !(until|till|before|today|this week|on|at)
      (did|does|do|has|have|was|is) (you|someone|somebody|anyone|he|she|they|one of *|it) * (ring|call|phone|rung|called) [me|us] [back|earlier|yesterday|before|today]
      !(can|could|will|would|to|if|may|should|have|get|ask|let|maybe|prefer|rather|if) (you|someone|somebody|they|he|she|it|who|one of you) [just|already|said|keep|kept] (called|rang|phoned|rung|ring|calling|ringing) [me|us|my *|here|back] [earlier|yesterday|today|before]
      (missed|got|returning|had|saw|see|answering|get|getting) (your|a|the|this|these|another|my|that) [missed] (call|ring|calls|phone call)
      (ill|i will|i can|let me|we will|i would|ive|im going to|i might|i need to|id rather|ill just|ill have to|i have to|can i|could i|i) [just|have to|try to|probably|try and|maybe|always|then] (call|ring|phone|buzz|get back to|give|text|bell|try) [you|yous|them|him|her|back|it] [a] [back|call|ring|bell|buzz|later|again|tomorrow]
      (another|other|this|that|phone|conference|zoom|important|on a|on the|client) call
      (why|who|what|where|whos) (are|is|do|did|does) you (calling|ringing|keep|call|ring)
      (what|who|why) * (calling|ringing) [about|for|from]
      to (call|ring|phone) you
      (call|ring|phone) (you|yous) [back|later|tomorrow|again]
      (if|when|in case|every time|whenever) you (call|ring|phone) *
      (call|ring|phone) (centre|center|quality|recording|tone|filter|screening|list|assist)`,
  },
]
