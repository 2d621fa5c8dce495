import { type AutomatedDecision, CONTACT_US } from './decision-kinds.ts'

const dialling = (file: string): string => `server/modules/dialling/${file}`
const LEDGER =
  'Kept with the facts that it used. Once your record is erased, it stays without your name, as evidence of which rules were applied to the number.'

/** Decisions about calls to brokers. */
export const callDecisions = {
  call_eligibility: {
    label: 'Whether and when we call you',
    about: ['broker'],
    decides:
      'Before each call, a computer program decides whether a campaign may call a broker now, later or not at all.',
    information: [
      ...(['phone', 'place', 'consent', 'register_wash', 'opt_outs'] as const),
      ...(['call_history', 'standing'] as const),
    ],
    rule: 'We do not call brokers who have opted out, have answered a call of the campaign, are in its comparison group, are on the Do Not Call Register without a dated express consent, have given no basis for calls and have no register result of the last 30 days, are suspended or on hold, or have no Australian mobile or fixed number. A broker is called at most three times in a campaign, a number at most three times in 30 days and once a day; the calling rules in force may allow fewer. Calls are made within the calling hours of the law and the campaign where the broker is, and not on public holidays. A number that two brokers share is called for one of them.',
    sources: [
      dialling('decide.rules.ts'),
      dialling('eligibility.rules.ts'),
      dialling('calling-window.rules.ts'),
      'server/modules/brokers/call-basis.rules.ts',
      'server/calendar/legal-hours.ts',
      'server/modules/campaigns/calling-rules/rules-in-force.rules.ts',
    ],
    version: '7.hours-3',
    automation: 'solely',
    effect: 'You get a call about an offer of the lender now, later or not at all.',
    significant: false,
    override:
      'Staff record consent, a new number or an opt-out. They cannot have anybody called whom a rule excludes.',
    contest: 'Say “stop” or press 4 in a call, reply STOP to an SMS, or contact us.',
    retention: LEDGER,
  },
  retry: {
    label: 'Whether we call you again',
    about: ['broker'],
    decides: 'After a call that reached nobody, a computer program decides whether and when to call again.',
    information: ['phone', 'place', 'call_history'],
    rule: 'A conversation ends the calls of a campaign. Otherwise the next call comes on another day, in the other half of the calling hours, at most three times in a campaign; the calling rules in force may allow fewer. Calls that could not be placed are tried again after up to an hour.',
    sources: [dialling('enrolments.rules.ts')],
    version: '2026-11-29',
    automation: 'solely',
    effect: 'You get another call of the campaign, or none.',
    significant: false,
    override: 'Staff pause or end a campaign, or add your number to the suppression list.',
    contest: 'Say “stop” or press 4 in a call, reply STOP to an SMS, or contact us.',
    retention: LEDGER,
  },
  best_hours: {
    label: 'What time of day we call you',
    about: ['broker'],
    decides:
      'In campaigns that prefer good hours, a computer program decides whether a call waits for an hour when brokers in the same state answer more often.',
    information: ['phone', 'place', 'call_history'],
    rule: 'Counts of answered calls by state, kind of number and hour of the week show which hours are clearly better. A call waits once, for at most two further calling days. Some brokers, picked at random, are called without waiting, to measure the difference.',
    sources: [dialling('best-hours.rules.ts'), dialling('better-hour.rules.ts')],
    version: '2026-11-29',
    automation: 'solely',
    effect: 'A call comes at another hour of the permitted ones.',
    significant: false,
    override: 'Staff turn the preference off in a campaign.',
    contest: 'Ask in a call for a time that suits you, or contact us.',
    retention: LEDGER,
  },
  hold_out: {
    label: 'Whether you are in a comparison group',
    about: ['broker'],
    decides:
      'A computer program picks at random some brokers of a campaign who are not called, to measure what the calls achieve.',
    information: ['call_history'],
    rule: 'The choice is random, with the percentage that staff set for the campaign. Nothing about a person counts.',
    sources: [dialling('arms.store.ts'), 'server/modules/audiences/lift.rules.ts'],
    version: '2026-11-29',
    automation: 'solely',
    effect: 'You get no call of this campaign. Other campaigns may call you.',
    significant: false,
    override: 'Staff choose the size of the group before a campaign starts; it may be none.',
    contest: CONTACT_US,
    retention: 'Kept until your record is erased.',
  },
  opt_out: {
    label: 'Whether your words are an opt-out',
    about: ['broker'],
    decides:
      'A computer program reads what people say in calls and write in SMS, and decides whether they want no more calls and messages.',
    information: ['phone', 'spoken_words'],
    rule: 'Clear words such as “stop”, “unsubscribe” or “don’t call me again”, and key 4 in a call, are an opt-out immediately. Words that may be one put the number on hold until a person has read them: no calls and no messages meanwhile. So does a conversation whose words were lost when the lender’s data was restored from a backup. START by SMS ends it.',
    sources: [
      'server/conversation/opt-out/opt-out.ts',
      'server/conversation/opt-out/opt-out-words.ts',
      'server/conversation/opt-out/standing-opt-out.ts',
      'server/modules/messages/receive-sms.rules.ts',
      dialling('recovery/recover-calls.ts'),
    ],
    version: '2026-11-30',
    automation: 'solely',
    effect: 'Your number gets no more calls and SMS of any campaign.',
    significant: false,
    override:
      'Compliance staff end a hold, or an opt-out that a recording shows to be misread, with a reason. Other opt-outs end only with START or your express consent.',
    contest: 'Reply START to an SMS, or contact us.',
    retention:
      'Kept for good, without your name once your record is erased, so that the number is not called again.',
  },
  call_reading: {
    label: 'Your choice in a call or SMS',
    about: ['broker'],
    decides:
      'A computer program works out who answered a call and what they chose: a link, a meeting, accreditation, a call at another time, a person to speak to, or the code of the call.',
    information: ['spoken_words', 'place', 'meetings'],
    rule: 'Keys and words are compared with phrases and examples. A choice by words counts once it was read back and affirmed. Words and pauses show whether a person, voicemail, a call screener or nobody answered.',
    sources: [
      'server/conversation/interpret.ts',
      'server/conversation/decide.ts',
      'server/conversation/who-answered.ts',
    ],
    version: '2026-11-30',
    automation: 'solely',
    effect: 'The link is sent, the meeting or call is planned, or a person gets a task to contact you.',
    significant: false,
    override: 'You or staff cancel or move the meeting or the call; staff correct the outcome of a call.',
    contest: 'Use the link in the message, or contact us.',
    retention: 'Recordings, transcripts and calls are kept for the periods that the lender sets.',
  },
} as const satisfies Record<string, AutomatedDecision>
