// The recording of the call: declined, or only spoken about.

import type { Entry } from '../text/phrases.ts'

/** Other senses, masked first. */
export const otherRecords: readonly Entry[] = [
  {
    rule: 'record.other',
    phrases: `
      record (low|lows|high|highs|breaking|label|player|year|month|number|time|set|keeping|volume|volumes|rates|rate|growth)
      !(off) (track|for the|on the|on|broken|new|world|all time|clean|criminal|credit|public) record !(me|this|the call|of (this|the) call)
      (recorded|recording of a|taped|pre recorded|prerecorded) (message|messages|voice|voices|call|calls|announcement|spiel|sales *|line|robot|thing)
      (another|not a|is this a|is it a|is that a|this is a|just a|after a|bloody|stupid|listen to a|you a|talk to a|talking to a|to a) (recording|recorded message|tape)
      (tape|measuring tape|red tape|duct tape) (measure|worm)
      red tape`,
  },
]

export const recordQuestions: readonly Entry[] = [
  {
    rule: 'record.question',
    phrases: `
      (is|are|was|were|am) (this|that|it|you|i|we|the|these|my|your) * <record>
      ^ [<lead>] [<lead>] (why|who|how|what|where|when|do|does|did|can|could|will) [do|does|did|is|are|you|i|we|the|this|long|they|it|a|get|my] * <record> !(off)`,
  },
]

export const recordAccepted: readonly Entry[] = [
  {
    rule: 'record.accepted',
    phrases: `
      (dont|wouldnt|wont|doesnt|do not) (mind|care|bother|object|have a problem|have any problem|have an issue|worry|bother me|stop|matter) [if|about|with|to|that|me|you|whether|the|being|youre|its|this] * <record>
      !(not|never|im not|not really|not very|isnt|not feeling|hardly) (happy|fine|okay|cool|good|alright|comfortable|right|no problem|no worries|no issue|no objection|no objections|not bothered|not worried|not fussed) [for|with|to|about|by|if|being|you|it|me|this|that|the|be] * <record> !(off|out)
      (go ahead and|you can|you may|keep|feel free to|by all means|sure|leave the|continue|yes) <record> !(off)
      (recording|recorded|record) [it|this|me|is|s|the call|all] [all|perfectly|totally] (fine|okay|good|alright|cool|by me|away|no problem|no worries|doesnt bother *)`,
  },
]

export const recordDeclined: readonly Entry[] = [
  {
    rule: 'record_off.stop',
    phrases: `
      (stop|quit|cease|end|kill|cut|pause|disable|halt|drop|ditch|lose|switch off|turn off|shut off|shut down|cancel|delete|erase|scrap|remove|destroy|wipe|suspend|get rid of|no|without|not|dont|never|less|refuse|minus|hold off|knock off|leave off|skip|bin) [with|to|of|on|want|any|be|get|have|keep|want to|you|even|being|a|consent to|agree to|give you permission to|you dare|all|allow|let you|like|please] [the|this|that|your|any|me|it|my|us|our|on|a|to|being] [bloody|stupid|damn|call|whole|voice|phone|audio|be|conversation|get] <record> !(me back|messages|message|calls)
      (dont|do not|not|never|cant|wont|didnt|havent|wouldnt|shouldnt|rather|rather you|prefer|prefer you|id rather|refuse|object|no) [really|like|want|wish|agree|consent|care|think|give|allow|permit|feel|approve|authorise|okay|comfortable|happy|keen|like being|you|want you|have|never|not|didnt|wasnt|werent|dont|to|would|it|i|be|is] ** <record> !(fine|okay|with you last|in the)
      (turn|switch|shut|take|flick|put|knock) (it|that|the|this|your|me|all|off|that thing|this thing|that recorder|the bloody) * (recording|recorder|record|tape|off the record) [off|down]
      (recording|recorder|record|tape|recorded) [please|thing|device|machine|function|of this] (off|stopped|disabled|deleted|turned off|switched off|stop|gone|out|has to stop|needs to stop|must stop|to stop|has to go)
      (off|turn off|switch off|shut off|kill|stop) (the|that|your|this) [bloody|damn] (recording|recorder|tape|tape recorder)
      (not|never) [being|be|get|getting|comfortable being|happy being|okay being|okay with being|happy to be|happy with being|comfortable with being|comfortable with|happy with|okay with|keen on|fond of|allowed to] * (recorded|recording|record|taped)
      (no|not with|withdraw|revoke|without|dont have|do not have|didnt give) [my|the|any|you] [permission|consent] * (record|recording|recorded|tape)
      <record> (is|isnt) [a|not] (no|no go|not on|not okay|not happening|not allowed|not acceptable|unacceptable) *
      (delete|erase|wipe|destroy|scrap|get rid of) ** (recorded|recording|recordings|tape)
      (object|refuse|decline|opt out|opt out of|against|uncomfortable with|say no to|no to|not consenting to|withdraw consent to|unhappy with|unhappy about|rule out|not agree to|prefer no|want no) [to|of|with] [the|being|this|having|be|any|your] [call|me|it|being] * (recording|recorded|record|taped|taping)
      (off the record|unrecorded|not on tape|no tape|no tapes)
      (want|prefer|need|like) (this|it|the call|my call|you|the conversation) [to be|kept|not|to stop|to] * (off the record|unrecorded|not recorded|recording off)`,
  },
  {
    rule: 'record_off.it',
    note: 'After a question about the recording.',
    phrases: `
      <record> ** (turn|switch|shut) (it|that) off
      <record> ** (stop it|then stop|dont|id rather not|rather you didnt|i dont want that|i dont like that|not okay with that|dont do that|no thanks|delete it|i dont consent|i dont agree)
      (stop|turn|switch) (it|that) [off] [from] <record>`,
  },
]
