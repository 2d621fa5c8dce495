// Decides the words in which a person reads the decisions of programs about them. No words name another person.

import { z } from 'zod'
import { automatedDecisions } from '#contract/automated-decisions.ts'
import { callBases, callBasisLabels } from '#contract/brokers/brokers.ts'
import { monthName } from '#contract/calendar.ts'
import { IN_GENERAL, type OwnDecision } from '#contract/contests/contests.ts'
import { type DecisionKind, informationLabels } from '#contract/decisions/decision-kinds.ts'
import { type Gate, gateLabels } from '#contract/scoring/scoring.ts'
import { dateText, shortTime } from '#server/calendar/words.ts'

export interface DecisionRow {
  kind: DecisionKind
  reference: string
  at: Date
  version: string | null
  detail: unknown
}

type Words = { decision: string; data: string[] }

/** Reasons of decisions on calls by their codes; the stored sentences may name other people. */
const reasons: Readonly<Record<string, string>> = {
  opted_out: 'you opted out',
  held_out: 'you are in the comparison group, which was picked by chance',
  do_not_call: 'your number is on the Do Not Call Register',
  no_basis: 'there was no basis on record for calling you',
  suspended: 'your record was suspended',
  on_hold: 'a finding waited for a person’s review',
  invalid_number: 'there was no number on record that may be called',
  outside_australia: 'your number is not an Australian one',
  called_too_often: 'the number had been called as often as the rules allow',
  duplicate_number: 'the number is shared with another record, which is called instead',
  not_fictitious: 'the simulator calls only fictitious numbers',
  outside_hours: 'it was outside the calling hours at your place',
  already_reached: 'you had answered a call of this campaign before',
  called_today: 'the number had been called that day already',
  retry: 'the last call did not reach you',
  better_hour: 'another hour is better for calls in your state',
  requested: 'you had asked for a call then',
  too_late: 'the time that you had asked for had passed',
  too_far: 'the time that you had asked for was too far ahead',
  budget_used: 'the budget for these calls was used',
}

const callFacts = z
  .object({
    place: z.object({ region: z.string().nullish() }).nullish(),
    callBasis: z.enum(callBases).nullish(),
    suppression: z.object({ since: z.string() }).nullish(),
    wash: z.object({ listed: z.boolean(), washedOn: z.string() }).nullish(),
    campaignDials: z.array(z.unknown()).nullish(),
    numberDials: z.array(z.unknown()).nullish(),
  })
  .catch({})

const callDetail = z.object({
  verdict: z.string(),
  code: z.string().nullable(),
  until: z.string().nullable(),
  product: z.string().nullable(),
  facts: callFacts,
})

function callWords(detail: unknown): Words {
  const { verdict, code, until, product, facts } = callDetail.parse(detail)
  const offer = product ? ` about ${product}` : ''
  const why = code === null || code === 'allowed' ? null : (reasons[code] ?? null)
  const because = why ? `, because ${why}` : ''
  const when = until ? ` Not before ${shortTime(new Date(until))}.` : ''
  const decided =
    verdict === 'call'
      ? `You may be called${offer}${because}.`
      : `${verdict === 'later' ? `The call to you${offer} was put off` : `You are not called${offer}`}${because}.${when}`
  return { decision: decided, data: callData(facts) }
}

function callData(facts: z.output<typeof callFacts>): string[] {
  const { place, callBasis, suppression, wash, campaignDials, numberDials } = facts
  return [
    place?.region && `State: ${place.region}`,
    callBasis && `Basis for calls: ${callBasisLabels[callBasis].toLowerCase()}`,
    suppression && `Opted out or on hold since ${dateText(suppression.since)}`,
    wash && `Do Not Call Register: ${wash.listed ? 'listed' : 'not listed'} on ${dateText(wash.washedOn)}`,
    campaignDials && `Earlier calls about this offer: ${campaignDials.length}`,
    numberDials && `Calls to the number in the last 30 days: ${numberDials.length}`,
  ].filter((line): line is string => Boolean(line))
}

const readings: Readonly<Record<string, string>> = {
  option_1: 'that you wanted the link to the offer',
  option_2: 'that you wanted a meeting',
  option_3: 'that you wanted to start the accreditation',
}

const optOuts: Readonly<Record<string, string>> = {
  key: 'You pressed 4 in a call: your number gets no more calls and SMS.',
  voice: 'Your words in a call were read as an opt-out: your number gets no more calls and SMS.',
  sms_stop: 'An SMS from your number was read as an opt-out: it gets no more calls and SMS.',
  unclear: 'Words from your number may be an opt-out: it is on hold until a person has read them.',
}

const score = z.object({
  month: z.string(),
  overall: z.number(),
  tier: z.string(),
  shown: z.string(),
  gates: z.array(z.string()),
  loans: z.number(),
  compliance: z.number(),
})

function scoreWords(detail: unknown): Words {
  const { month, overall, tier, shown, gates, loans, compliance } = score.parse(detail)
  const overridden = shown === tier ? '' : ` A person has set the tier ${shown}.`
  return {
    decision: `Your score for ${monthName(month)}: ${overall.toFixed(1)} of 100, tier ${tier}.${overridden}`,
    data: [
      `Loans: ${loans}`,
      `Compliance: ${compliance} of 100`,
      // stored by the calculation
      ...gates.map((gate) => gateLabels[gate as Gate] ?? gate),
    ],
  }
}

const texts: Partial<Record<DecisionKind, (detail: unknown) => Words>> = {
  call_eligibility: callWords,
  retry: callWords,
  best_hours: callWords,
  hold_out: (detail) => {
    const { product, percent } = z.object({ product: z.string(), percent: z.number() }).parse(detail)
    return {
      decision: `You were picked by chance for the comparison group of the calls about ${product}: you get none of them.`,
      data: [`Size of the group: ${percent}%`],
    }
  },
  opt_out: (detail) => {
    const of = z.object({ source: z.string(), words: z.string().nullable(), ended: z.string().nullable() })
    const { source, words, ended } = of.parse(detail)
    const end = ended ? [`Ended on ${dateText(ended)}`] : []
    return { decision: optOuts[source] ?? '', data: [...(words ? [`Your words: “${words}”`] : []), ...end] }
  },
  call_reading: (detail) => {
    const { response } = z.object({ response: z.string() }).parse(detail)
    return { decision: `In a call we understood ${readings[response] ?? 'your choice'}.`, data: [] }
  },
  register_match: (detail) => {
    const of = z.object({ news: z.boolean(), risk: z.number(), cleared: z.string().nullable() })
    const { news, risk, cleared } = of.parse(detail)
    const where = news ? 'A published news item' : 'An entry in an ASIC register'
    return {
      decision: `${where} was found that may be about you, or may be about another person of a similar name.`,
      data: [`Risk: ${risk} of 100`, ...(cleared ? [`Cleared by a person on ${dateText(cleared)}`] : [])],
    }
  },
  register_hold: () => ({
    decision: 'Calls to you are on hold until a person has reviewed a finding.',
    data: [],
  }),
  suspension_review: (detail) => ({
    decision: 'Your record was put before a reviewer. Only a person can suspend it.',
    data: [`Risk: ${z.object({ risk: z.number() }).parse(detail).risk} of 100`],
  }),
  application_screening: (detail) => ({
    decision:
      z.object({ result: z.string() }).parse(detail).result === 'flagged'
        ? 'Your application was compared with ASIC’s registers. A person looks at what was found.'
        : 'Your application was compared with ASIC’s registers. Nothing was found that needs a person.',
    data: [],
  }),
  form_check: () => ({
    decision: 'Your form was marked as one that a program may have sent. A person reads it.',
    data: [],
  }),
  accreditation: (detail) => ({
    decision:
      z.object({ status: z.string() }).parse(detail).status === 'lapsed'
        ? 'Your accreditation has lapsed: a required document no longer counts.'
        : 'You are accredited: every required document is approved.',
    data: [],
  }),
  document_expiry: (detail) => {
    const { type, day } = z.object({ type: z.string(), day: z.string().nullable() }).parse(detail)
    return {
      decision: `Your document “${type}” has expired and no longer counts.`,
      data: day ? [`Its last day: ${dateText(day)}`] : [],
    }
  },
  score: scoreWords,
  import_match: (detail) => ({
    decision: z.object({ added: z.boolean() }).parse(detail).added
      ? 'Your record was added from an imported list.'
      : 'Your record was updated from an imported list.',
    data: [],
  }),
  meeting_time: (detail) => {
    const of = z.object({ start: z.string(), with: z.string() }).parse(detail)
    return { decision: `Your meeting on ${shortTime(new Date(of.start))} is with ${of.with}.`, data: [] }
  },
}

const usedFor = (kind: DecisionKind): string => {
  const names: readonly string[] = automatedDecisions[kind].information.map((one) => informationLabels[one])
  return `Uses: ${names.join('; ')}`
}

export function describeDecision({
  kind,
  reference,
  at,
  version,
  detail,
}: DecisionRow): Omit<OwnDecision, 'contest'> {
  const words = reference === IN_GENERAL ? undefined : texts[kind]?.(detail)
  const { decision, data } = words ?? { decision: automatedDecisions[kind].decides, data: [] }
  return {
    ...{ kind, reference, decision, at: at.toISOString(), version },
    ...{ label: automatedDecisions[kind].label, rule: automatedDecisions[kind].rule },
    data: [...data, usedFor(kind)],
  }
}

/** A kind of decision instead of a single one. */
export const describeKind = (kind: DecisionKind, now: Date): Omit<OwnDecision, 'contest'> =>
  describeDecision({ kind, reference: IN_GENERAL, at: now, version: null, detail: null })
