// Wishes for no more calls or messages that name no keyword. They add to the patterns of `opt-out/`.

import type { Entry } from '../text/phrases.ts'

/** No opt-out, though it contains the words of one; masked before. */
export const noOptOuts: readonly Entry[] = [
  {
    rule: 'option_4.denied',
    phrases: `
      (dont|not|never|didnt|wasnt|wouldnt|no need to|isnt|arent|cant|doesnt|havent|hadnt) [you] [really|ever|actually|even|be|want|mean|meant|trying|wish|going|planning|asking|asked|say|said|saying|tell|told|intend|need|supposed] [to|for|you|you to|that|me] (opt out|unsubscribe|take me off|be taken off|be removed|remove me|delete me|stop calling|stop the calls|stop ringing|to never call|get off the list|leave the list|not be called|be off the list|dont call|remove my number|lose my number|delete my number) *
      not (dont|never|to never|stop) (call|ring|phone|text|contact|calling|ringing) [me|us] [at all|again|ever] *
      (if|before|unless|until|once) (i|we|you) (say|said|ask|asked|tell|told|opt|decide) ** (stop|opt out|off your list|not to call|unsubscribe) *
      (dont|not|never) (call|ring|phone) [me|us|back] (then|at that time|on that day|that day|at three|at two|that time) *
      (thought|assumed|hope|hoping) (i|id|ive) * (opted out|unsubscribed|off the list|removed)`,
  },
]

export const plainOptOuts: readonly Entry[] = [
  {
    rule: 'option_4.no_more_calls',
    phrases: `
      (make|making) (sure|certain) ** (dont|never|not|no more|no longer|doesnt|wont|stop|stops|isnt|arent) ** (call|calls|called|ring|rings|rung|phone|contact|contacted|these|this|again|list|happen|happens|message|messages|text|texts|bother|bothered) !(today|before|until|tomorrow|while|this (week|month|arvo|morning))
      (see to it|ensure|guarantee) [that] ** (dont|never|not|no more|wont|isnt|doesnt) ** (call|calls|called|ring|rings|contact|contacted|again|list|message|messages|text|texts) *
      (dont|never|no longer|not) [really|ever|actually|even] (want|need|wish|care|like) [to] [get|receive|have|hear|see|be getting|be receiving|take|keep getting] [any|more|any more|one more|another|these|your|such|all these] (of (these|those|your|them) * (calls|phone calls|texts|messages|spiels|recordings)|(robot|ai|automated|sales|marketing|spam|nuisance|cold|phone|telemarketing) (call|calls|texts|messages)|phone call from *|another call|another word|another peep)
      (dont|never|no longer|not) [really|ever] (want|need|wish|like) [to get|to receive|to have|getting] any more of (these|those|this|your|them) [+|robot calls|calls|phone calls] $
      (dont|never) want (another|one more|a single|any further) (call|phone call|text|message|sms|peep)
      (want|get|let) [me|us] (out|off) [of|from] (your|this|the|these) * (list|lists|calls|system|database|campaign|campaigns|call list|dialler|dialer)
      want (off|out of) (your|this|the) * (list|lists|database|system|calls|calling list)
      (cut|knock|give|pack|wrap) (it|this|that|them|these) (out|off|up|in|away) with * (calls|calling|ringing|texts|messages|phone calls)
      (cut|kill|drop|ditch|quit|lose|end|halt|cease) (out|all|the|these|your|this|all the|all these) [+] (calls|phone calls|ringing|robocalls)
      (last|final) (time|call|phone call|message|text) (you|i|from you|ill|id|you ever|i want|i ever) [ever|want to|will|should|people|lot|guys] (call|ring|phone|get|hear|contact|take|text|receive|message|bother|answer|from you) *
      (make|let|consider) (this|that|it) [be] (the|your|my) (last|final) [phone] (call|time|message|text|one) *
      (call|ring|phone|text|contact) (me|us|back|here|this number) [back|again] [next|on the|on|the] never
      (never|dont) (ever) (call|ring|phone|text|contact|dial|bother) * !(before|until|after|on|at|while|today)
      never (call|ring|phone|text|contact|dial|bother) (me|us|here|this number|again|back) * !(before|after|until|on|at)
      (number|name|details|phone|mobile) (needs to|has to|must|should|to|want to|wants to|better|can) [come|be|get] (off|removed|deleted|taken off|come off|gone|scrubbed|erased|wiped|struck off|out of) *
      (leave|count|keep|cut|cross|rule) (me|us|my number|our number|this number) (out|off) [of] (it|this|these|your|future|any|all|from now on|any future|the) * (calls|list|calling|campaigns|campaign|it|marketing|contact|communications|business|plans|loop)
      (exclude|omit|ban|bar) (me|us|my number|this number) from *
      (forget|pretend) (i|we|you) (exist|dont exist|never * me|ever * me|had my number|have my number|know me)
      (havent|hasnt|hadnt|have) (i|we) (asked|told|said) * (stop|off your list|off the list|not to call|not to ring|dont call)
      (told|asked|said|begged|warned|instructed|requested) [you|you lot|you guys|you people|them|your people|that you|your lot|your office|one of your +] [before|already|twice|three times|last time|last week|several times|repeatedly|a dozen times|yesterday|last month|many times] * (stop calling|stop ringing|to stop|not to call|not to ring|not ring|not call|no more calls|take me off|to take me off|take us off|to remove|off the list|off your list|not to contact|stop contacting|lose my number|to lose my number|delete my number)
      (no|zero) (further|future|additional|more|other|outbound) (contact|calls|call|communication|communications|phone calls|correspondence|approaches|texts|messages|marketing|attempts|robocalls|sms) !(today|this week|until|before|for now|about)
      (no|zero) (contact|communication) [at all|ever|please|of any kind|from you|whatsoever|again|by phone|in future|in any form] $
      (cease|end|terminate|discontinue|refrain from|desist from) ** (contact|contacting|calls|calling|communication|communications|correspondence)
      (mark|flag|list|register|tag|note|set|code) (me|us|my number|this number|this|my file|it|my name|our number) [down] (as|for|to|under) * (no call|no calls|dont call|never call|not to be called|not to call|do not contact|no contact|dnc|opt out|opted out|not be called|dont contact|no further contact)
      (put|add|place|stick|pop|get) (me|us|my number|this number|our number|it) [down] (on|onto|to|in|under) * (dont call|no call|never call|dnc|do not contact|dont contact|opt out|no contact|blacklist|block list|suppression|exclusion|never ring) *
      (get|take|strike|scratch|cross|wipe|knock|pull|scrub|cut|boot|kick|yank|rub|drop|remove|delete|erase|purge|bump|chuck) (me|us|my number|this number|our number|the number|my name|my details|our name|our office|our business|this one|this phone) (off|from|out of|off of) * (list|lists|database|system|books|records|register|dialler|dialer|campaign|campaigns|crm|call list|calling list|contacts|file|files|roster|program|mailing list|rotation|queue|server|servers|phone book)
      (take|get|scratch|cross|strike|knock|wipe) (me|us|my number|this number) off $
      (get|be) rid of (me|my number|my details|my name|this number|our number|us)
      (lose|cancel|retire|bin|burn|shred|trash|ditch|dump|delete|erase|destroy|forget|tear up|rip up|chuck|chuck out|throw away|throw out|scrap|remove|wipe|block|blacklist|ban) (my|this|our|the|that) (number|phone number|mobile|mobile number|contact|contact details|details|phone|digits|name and number|data|info|information) !(and (start|book|send|put)|of the|again please)
      (erase|purge|delete|scrub|wipe) (me|us|all my *|every * my *|my whole *|anything * my *)
      (withdraw|withdrawing|revoke|revoking|rescind|cancel|pull) [all|any|my|our|all my|any and all|whatever] (consent|permission|authorisation|authority|approval) !(to record|to being recorded|for the recording|to the recording)
      (not|no longer|never|dont have|do not have|didnt give) [give|have|given|got] [you|my|our|you my|any|your] (permission|consent|authority|authorised|allowed|welcome|entitled) to (call|ring|contact|phone|text|message|use|dial|market) *
      (stay|get|go|keep) (off|away from) (my|this|our) (phone|line|number|mobile|phone line)
      (leave|let) (me|us|my family|my phone|our office) (alone|be|in peace|well alone|the hell alone)
      (not|dont) [ever] [call|ring|phone|contact] [me|us] (now|today) (not|or|nor|dont) [call|ring|phone] [me|us] [tomorrow|next week|later|in future] * [not|dont|nor|or] [call|ring|phone] [me|us] (ever|never|at all)
      ^ [<lead>] not now not ever
      (dont|never|not) [give|have|got|get] [you|my|our|any|your] * (permission|consent|authority) to (call|ring|phone|contact|text|message) *
      (dont|never|not) contact (me|us) (by|via|on|through|in|with|using) *
      (hell|heck|sake|christ|jesus|loud|god) stop $
      (not interested|no|nah|nothanks|go away) [so|and|just] (remove|stop|unsubscribe|delete) [me|it|this|now] $
      (quit|stop|cease|no more) [all] [the|these|this|your] (harassment|harassing|pestering|badgering|hounding|hassling|hassle|nuisance|stalking|spamming|spam|badger)
      (enough|had enough|had a gutful|sick|sick to death|fed up|tired|over|jack) [is enough] [of|with] [all|the|these|your|this|of|being] [bloody|stupid|constant|damn] (calls|phone calls|called|ringing|calling) ** (stop|off|remove|no more|delete|dont|never|enough|end) *
      (asks|asked|asking|requests|requesting|like|wish|prefer|want|wanted|rather) [you|that you|for you|not|me|us|people] [to] (not|never|dont|didnt|stop|not to|to not|wouldnt|no longer) [be|ever|to be|get|being|to] (call|called|ring|rung|phone|phoned|contact|contacted|text|texted|bother|bothered|on your list|on the list|calling|ringing|contacting|disturbed|disturb|cold called|on any list|approached|hear from you) !(before|until|till|today|now|back|tomorrow|after|at|on (<weekday>|weekends|my)|during|this (week|arvo|morning)|right|while|when|so)`,
  },
]

/** The word of an opt-out is spoken about, in a question or a report. */
export const mentionedOptOuts: readonly Entry[] = [
  {
    rule: 'option_4.mentioned',
    phrases: `
      (did|do|does|what|whats|when|if|before|after|was|is|would|should|can i still|will|how) ** (say|said|press|text|texting|texted|saying|reply|replying|mean|means|meant|option|number|does|did|is|was|word|pressing|send|sending) [was|is|the|to|word|number|four] [to|for|the] (stop|opt out|unsubscribe|four|opting out|stopping|remove me|end) *
      (if|when|once|suppose|should|after) (i|we) [do|ever|want to|were to] (opt out|unsubscribe|stop|come off|get off|leave the list) *
      (does|will|would|is|can|what does) (stop|opting out|unsubscribing|opt out|unsubscribe) *`,
  },
]
