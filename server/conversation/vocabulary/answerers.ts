// Who answers a call: phrases of mailboxes, screeners, gateways and receptionists, by how certain they are.
// 'xname' replaces the first name of the called person.

import type { Entry } from '../text/phrases.ts'

export interface Cue extends Entry {
  label: 'machine' | 'screener' | 'carrier_challenge' | 'receptionist'
  /** 3: certain; 2: sufficient alone; 1: only with others. */
  weight: 1 | 2 | 3
}

export const cues: readonly Cue[] = [
  {
    label: 'carrier_challenge',
    rule: 'carrier.key_to_connect',
    weight: 3,
    phrases: `
      (press|enter|dial|type|key in|punch in|input|say|hit|push|tap|touch|use|repeat|key|select) ** (to|so|before|and) [we can|your call will|be|the call can|your call can|you|we|have|get|your] (complete|continue|proceed|connect|connected|be connected|be put through|put through|put you through|go through|verify|confirm|prove|unlock|reach|place|finish|get through|carry on|pass|accept|be transferred|show|speak with this person|speak to this person|talk to this person|speak to this customer|let your call|ring|keep|hold|start|make|have your call|be put|validate|authenticate) * !(leave|a broker|menu|with our|to our|message)
      (to|in order to|before|if you wish to|for) (complete|continue|proceed|connect|be connected|be put through|verify|confirm|prove|reach|place|get through|speak with this person|speak to this person|show|carry on|pass|ensure|unlock|finish|make|have|let|screen|validate|talk to this person|speak to this customer|speak with this customer|help|human) ** (press|enter|dial|type|key in|punch in|input|say the|hit|push|tap|repeat the|touch|key)
      (if you are|if youre|only if you are|prove you are|prove youre|confirm youre|confirm you are|show you are|verify you are|verify youre|show youre|check youre) (human|a human|a person|a real person|not a robot|not a machine|not automated|not a recording|real)
      (enter|type|dial|key in|input|press|punch in|repeat|say) (the|this|that|these|your|a) * (digits|digit|code|pin|number|numbers|word|words|passcode|hash|hash key|pound key|star key|access code) * (you|shown|displayed|you hear|youve|that|to|now|on|hear|sent|followed|in)
      (hash|pound|star|any) key to *
      say the (word|code|number|phrase) *
      (verification|security|access) (code|check|required|step|in progress|number|question|word)`,
  },
  {
    label: 'carrier_challenge',
    rule: 'carrier.check',
    weight: 2,
    phrases: `
      (held|paused|blocked|intercepted|stopped|being held|on hold) (for|pending|until|while|by) * (verification|verified|checked|check|verify|security|confirm|protection|screening check|spam)
      (only|does only|will only) (accept|accepts|take|takes|allow|allows) calls from (people|humans|real people|verified *|persons)
      (call|spam|robocall|scam|nuisance) (protection|guard|guardian|shield|blocker|defence|defender|control|stopper|gate) *
      (digits|numbers) you hear
      (following|these) (digits|numbers|code)
      this number is protected *
      (need|needs|require|requires|requiring|pending|awaiting) (verification|verifying|a code|a pin|confirmation)
      (press|enter|dial|push|hit) [the] (hash|pound|star|any) [key] to (go on|continue|proceed|connect|go through|carry on)`,
  },
  {
    label: 'screener',
    rule: 'screener.name_and_reason',
    weight: 3,
    phrases: `
      (record|recorded|state|say|give|leave|tell me|speak|provide|announce) [us|me|out] (your|the) (name|full name|first name) [first] (and|with|then|along with|plus) * (reason|why|purpose|company|what|who|business|calling|call)
      (state|announce|identify|introduce) (your name|yourself|the purpose|the reason|your business|your reason)
      (say|state|tell us|tell me|announce) (who|whos|what|why) [is|you|youre|are] [calling|ringing|you] and (why|what|whos|who) *
      (screening|filtering|answering) calls for *
      (record|state|say) (your|you) name (first|after the beep|after the tone|please|now|clearly|at the)
      (reason|purpose|nature|subject) (for|of|behind) [your|this|the] (call|calling|enquiry|phone call)
      (see|check|find out|ask|checking|confirm) (if|whether|with) * (this person|the person|person|they|this caller|the owner|the subscriber|the user|that person|them|their|this) * [is|are|can|wants|want|would|available|take|free|to]
      (person|owner|user|party|number|one|subscriber|customer|people) (you are|youre|you re|you|your) (calling|trying to (reach|call|contact)|called|dialled|looking for|are calling|have called|have dialled|ringing|attempting to *|want) [is|has|uses|are] [now] (using|has|have|uses|would|wants|asks|can|will|see|turned|screens|says|is using|prefers|may|like|reply|read|replies|can see|gets|s screening|filters|checks|is on|is busy and|know) *
      for the person (youre|you are|you) *
      (screening|screen|screened|screener|filtering|call filter|filter) [your|this|the|all|unknown|incoming|service|their|calls|call|for|is|on|by|of]
      (google|bixby|siri|call assist|call screen|text call|truecaller|hiya|robokiller|nomorobo)
      (get|receive|see|read|sent|show) [a] (copy|transcript|text|transcription) of (this|what|the|your) *
      (before|in order) [i|to|we] [can|try to|will] (connect|put you through|put through|transfer|ring|let|pass|try)
      (i|ill|i will|we will|to) (pass|relay|forward|convey|hand) (it|that|this|your message|a message|them|your details|what you say|the message) (on|along|to|through|back) *
      turn what you say into *
      (offered|announced|presented) to the (subscriber|customer|person|owner|user)
      (virtual|digital|automated|ai|personal|smart|phone|robot|electronic|voice) (assistant|receptionist|secretary|agent|concierge|attendant|answering *|screener|butler) *
      (im|i am|this is) (an|a|the) [ai|automated|virtual|digital|phone] (assistant|ai|bot|robot) (for|of|answering|at|that|and|on|who|calling|speaking|taking|helping|working|screening|here) *
      (call|calls) will [then] be (offered|announced|presented|connected) * (subscriber|person|owner|them|to)
      (unknown|unrecognised|unidentified|unsaved|anonymous|private|hidden) (callers|caller|numbers|number|calls) *
      (marketing|sales|unsolicited) calls (are not|arent|not|wont be) (accepted|taken|put through)`,
  },
  {
    label: 'screener',
    rule: 'screener.they',
    weight: 2,
    phrases: `
      (they|person|owner|subscriber|user) [are|is|re] (not free|not available|busy|unavailable|cant talk|cant take|can see|can hear|has been|have been|asked|asks|would like|wants|want|will call|will get|said|says|says to|notified) *
      (let|letting|tell|telling|asking|notify|alert|inform) (them|the person|this person|the owner|the user) (know|youre|who|that|what|about|you) *
      (passed|relayed|sent|forwarded|given|shared) (that|this|it|your) [message|on|along] (on|to (them|the person|this person)|along|through)
      (who|what) (you are|youre|your) [calling|ringing|call] * so (i|we|they) can *
      (tell me|can i ask|may i ask|let me know|say|please say|could you say|could you tell me) (who|what|why|whos) * (about|regarding|for|calling|ringing|from|are|is)
      (owner|user|subscriber) of this (phone|number|line|device)
      (your|the) call [is|will|has] [being|be|been] (announced|screened|offered|filtered)
      what [are|is] (you|your|your call|this|youre|this call|it) * (about|regarding|concerning|in regards to)
      (please|and|just) (stay on the line|hold the line|hold|wait|stay there|stand by|remain) [while|please|on the line|and|as] *
      checking (with|if|whether) (the|this|they|them) *
      (answering|taking|handling|screening|fielding) (calls|this call|the phone|unknown calls|their calls) (for|on behalf of) *
      on behalf of *
      recording this [call] for *`,
  },
  {
    label: 'machine',
    rule: 'machine.message',
    weight: 3,
    phrases: `
      (leave|record|left|leaving|send) [us|me|a|an|your|the|him|her|them] [a|an|your|brief|short|detailed|quick|voice|text] [ten second|brief|short|detailed|quick|voice|text] (message|msg|voicemail|details|name and [contact|phone|mobile|your] [number|details]|name number|name your|name and a *|number and *|contact details|name number and *|sms|name and a message) !(with you|for her|for him|for them)
      (after|at) the (tone|beep|signal|bleep)
      (messagebank|voicemail|voicemessage|mailbox|message 2 text|voice message|answering machine|voice2text|answering service|101 messages|voice mailbox)
      (not|cant|cannot|unable to|couldnt|no one can|isnt able to|cannot currently|not able to|nobody can|arent able to) [currently|come to|get to|take|answer|available to|able to|be] [to] (take|come to|answer|get to) (the|your|this|my) (call|phone|telephone) [right now|at the moment|just now|at present] * (leave|please|message|try|call back|so|but|text|after|later)
      (youve|you have|youre|hi youve|you) reached [the] (voicemail|messagebank|mailbox|voice) *
      (number|mobile|service|person|phone|subscriber|customer|handset) (youve|you have|you are|you re|youre|you) (called|dialled|dialed|calling|trying|rung|reached|are calling|have called|have dialled) [is|has|does|cant|cannot|on|are|isnt|not|been|is currently|has been] * (connected|not connected|disconnected|switched off|unavailable|not available|not in service|out of range|not answering|not responding|cant take|cannot take|does not exist|incorrect|invalid|cannot be connected|not been recognised|unallocated|engaged|busy|barred|cannot be reached|turned off|off or|changed|diverted)
      (no one|noone|nobody) [here|currently|in the office] is [currently|here|available] (available|here|able|in|free) to (take|answer|help|assist) *
      (number|mobile|service|person|phone|subscriber|customer|handset|party) (youve|youre|you are|you have) (called|dialled|calling|trying to call|trying to reach) (isnt|is|cant|cannot|can not|has|does|was|wasnt) [currently|not|been|be|come|get|take] *
      (this|your|the number|telstra|optus|vodafone|number) [number|call|mobile] [you|youve] [have] (dialled|dialed|called) is *
      (messages|message|your message) [are|is|will be|left] * (text|sms|converted) *
      record (at|after) the *
      (press|dial) (one|two|three|four|zero) for *
      (for|if you have|existing|new) + (enquiries|enquiry|customers|clients|loans|loan|sales|support|accounts) press *
      (mailbox|inbox) * (full|not been set up|has not been|is not)
      (when|once) (youre|you are|you have) (finished|done) * (hang up|press|hash)
      (your call|this call|call|calls) (is|may be|has been|will be|are|might be|could be|have been) [now|being] (important|recorded|monitored|forwarded|diverted|answered|transferred|in a queue|placed|redirected|queued|directed|connected to the next) *
      (forwarded|diverted|transferred) to (an automated|a|voicemail|the) *
      (number|position) * in (the|a|our|this) queue
      (all|our|the) * (busy|assisting|helping|serving|on other calls|on the phone|unavailable|occupied|engaged) * (customers|clients|callers|hold|next available|other|moment|line|calls|message)
      press (star|hash|pound|zero|one|two|three|four|five|six|seven|eight|nine|any|\\d) (for|to leave|to speak|to talk|if|or|to hear|to return|to repeat|now for|to re) *
      (for|to) ** press (star|hash|pound|zero|one|two|three|four|five|six|seven|eight|nine|\\d) !(to be connected|to complete)
      (know|you know) what to do
      sorry i missed (you|your call) *
      (were|im) not here (right now|at the moment) *
      (do your thing|youre up) after *
      (please|kindly) (try|call) again later
      (convert|converted|sent|send) [it|your message|this|that] [to|as|into] [a] (text|sms)
      (shoot|send|drop|flick) (me|us) [a|an] (text|sms|email|message) (if|or|and|instead|on|at|to) *`,
  },
  {
    label: 'machine',
    rule: 'machine.announcement',
    weight: 2,
    phrases: `
      (all|all of) [of] our (consultants|brokers|agents|operators|representatives|staff|lines|team|people|specialists|advisers|managers) *
      (we are|were) [currently] experiencing *
      (high|unusually high|large|higher than *) (volume|volumes|number) of (calls|callers|enquiries)
      (if|when) you know (your|the) *
      (partys|persons|parties|your) extension *
      (im|i am|xname is|is) [currently] on [annual|maternity|parental|sick|long service] leave (until|till|from|and|please) *
      (for|if) (urgent|anything urgent|its urgent|it is urgent|this is urgent|an emergency) * (matters|please|call|ring|contact|text|email|enquiries)
      (please|instead) (call|ring|contact|phone) (the office|our office|my office|my colleague|the main *|my assistant) *
      (this|the) (service|number|facility|mobile) is [currently|temporarily] (not available|unavailable|not in use|not in service|disconnected|restricted|not connected|no longer *) *
      being (transferred|redirected|connected|forwarded|diverted) [please|to|now] *
      (office|we|our offices|business|branch|offices|line|lines) [is|are|re|will be|now|currently|s] (closed|shut|unattended|reopens|reopen|open again|open from|open between|back on|back in|closing) *
      (were|we are) (closed|shut|open from|open between|currently closed|unable to|away|experiencing|on a break|not in|not available) *
      (office|opening|business|trading|operating) hours *
      (call|ring|try|phone) (back|again|us) * (business hours|office hours|when we|later|during|between|tomorrow|monday)
      (thanks|thank you|welcome|thankyou) [for] (calling|ringing|contacting|your call|phoning) * [finance|lending|mortgages|loans|group|brokers|home loans] * (press|please|if|your|for|our|all|to|we|the|you)
      (your|this) call (is|will be) *
      (sorry|unfortunately) (i|we|im|ive) * (missed|cant|unable|away from|not able|unavailable) * (call|phone|desk|right now|message) * (leave|back|get back|message|soon)
      (away from|not at) (my|the) (desk|phone) *
      get back to you (as soon|when|shortly|asap|soon|once|later|at my)
      return your call *
      (as soon as|when) (i|we) can
      (next available|first available) *
      (stay|remain|hold) on the line *
      (visit|go to) [us|our] [at] (www|website|our website) *
      (we will|well|will) be back (on|in|from|at) *
      (welcome to|thank you for calling|thanks for calling|youve called|you have called|youve reached|you have reached) * (messagebank|voicemail|menu|options|team|finance|the office|line)
      (hi|hello|gday|its|this is|youve reached|youve called|you have reached) ** (leave|message|tone|beep|cant get to the phone|cant take your call|missed your call|cant come to the phone|get back to you|not available|unavailable|cant answer)
      (thanks|thank you) for (holding|waiting|your patience) * (your|call|we|a|an|our|still|you)`,
  },
  {
    label: 'receptionist',
    rule: 'receptionist.speaks_for',
    weight: 3,
    phrases: `
      (xname|he|she|hes|shes|xname s|boss) [is|s|has|just|was|isnt|hasnt] [just|actually|currently|not|still|out] (with|in a|in the|in with|on|on another|out|not in|not here|not at|away|busy|tied up|gone|stepped|at lunch|at a|at the|off|working from|on leave|on holidays|unavailable|not available|popped|ducked|running|left for|finished for|in court|travelling|overseas|due|back|not free|around|here somewhere|driving|engaged|flat out|in today|somewhere|only in|part time|half day|coming in|in later|in) !(speaking|line here) *
      (xname|he|she) (doesnt|does|wont|will|cant|can|isnt|works|starts|finishes|hasnt|should|might|never|usually|prefers|asked|usually|only|left|had|has|took|stepped|ducked|popped|went|gets|comes|just) *
      (hes|shes) (not|on|in|with|at|out|away|off|just|busy|around|due|back|gone|currently|here|actually|finished|working|popped) *
      (get|have|ask|tell|let|grab|find|fetch|see if|check if|check with|put you through to|transfer you to|through to|speak to|after|looking for|hold of|reach|message for|pass it to|give) (xname|him|her) !(speaking|here)
      (see|check|find out|ill see|ill check|let me see|let me check|see whether|check whether) (if|whether) (hes|shes|he|she|xname|theyre|xname s) *
      (im|i am|this is|its|speaking to|speaking with) (his|her|xname s|the|their) (assistant|pa|ea|receptionist|colleague|wife|husband|partner|associate|office manager|business partner|offsider|admin|secretary|support|broker support|loan processor|boss|son|daughter|mum|dad|manager)
      (let me|ill|i can|i will) [just] (transfer|connect|put|pop|patch|pass) you *
      (can|could|may|shall|should) i (take|leave|get|pass on|grab) [a|your] (message|your name|name|number|note) *
      (take|pass on|leave|pass along) a message
      (whos|who s|who is|who was|who|whom) [this|it|that] (calling|ringing|speaking|calling please) !(me)
      (can|may|could|might) (i|we) (ask|say|tell|know|get) * (whos|who|calling|your name|where youre|regarding|about|what its)
      (whos|who) (may|can|shall|should) i say *
      who (are|were|did) you (after|wanting|looking for|wanting to speak|want|need|wish|trying|calling for) *
      (putting|ill put|let me put|ill just put|ill transfer|transferring|ill pop|ill patch|ill connect|connecting|i can put|passing|ill pass|ill hand) you [straight|over|on|now] (through|over|onto|to|now|on to|back|on hold|across|on) *
      (one moment|just a moment|hold on|hang on|one sec|bear with me|just a sec|please hold) * (put you through|transfer you|get her|get him|grab her|grab him|see if|check if|find her|find him|connect you|pass you|hand you)
      (who|what|whats|whos) * (regarding|in relation to|concerning) *
      (which|what) company (are|is) *
      (xname|he|she)s? (desk|phone|office|line|mobile) *
      (direct|send|forward) your call *
      (will|does) (he|she|xname) know what *
      (look after|handle|take|answer|manage|screen) (his|her|xname s|their) (calls|diary|calendar|phone|clients|emails)
      (want|like|need) (his|her) (voicemail|mobile|email|direct line|number|extension)
      (how can|how may|how could) (i|we) (direct|transfer) *
      (he|she|xname) knows *`,
  },
  {
    label: 'receptionist',
    rule: 'receptionist.front_desk',
    weight: 1,
    phrases: `
      (how can|how may|what can|can|may|could) (i|we) (help|assist|do for) *
      (where are|where re|where) you (calling|ringing) from
      (finance|lending|mortgages|home loans|loans|group|brokers|financial|advisory|reception|front desk|lending team|mortgage *) * (speaking|this is|here)
      (whats|what is) (it|this) (about|regarding|in regards to|concerning) *`,
  },
]

/** A service passes on that its owner wants no more calls. */
export const relayedOptOut: readonly Entry[] = [
  {
    rule: 'option_4.relayed',
    phrases: `
      (person|owner|they|theyve|theyd|he|she|user|subscriber|customer|xname|party) [you are|youre|you] [calling|called|trying to reach|trying to call] [has|have|is|are] [just|also|now] (asks|ask|asked|says|said|say|would like|wants|want|wishes|requests|requested|request|replied|prefers|instructed|does not want|doesnt want|dont want|do not want|not want|dont wish|doesnt wish|requires|insists|asking|saying|does not wish|tell|tells|told) ** (not|no more|removed|remove|stop|stopped|taken off|delete|deleted|unsubscribe|opt out|never|dont|no further|cease|contacted again|called again|any more calls|further calls|calls from you|their number off|off your list) *
      (please|kindly) (do not|dont|stop|never|remove) (call|contact|calling|contacting|ring|this number|the person) * (this person|them|this number|this customer|again|from your) *`,
  },
]
