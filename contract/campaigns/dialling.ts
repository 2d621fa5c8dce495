import { z } from 'zod'
import { audienceChoice, audienceQuery } from '#contract/brokers/audiences.ts'
import { endpoint } from '#contract/endpoint.ts'
import { idList, idParams, instant } from '#contract/ids.ts'

const tag = 'Campaigns'

/** Why a broker is left out of a campaign. */
export const skipReasons = [
  'opted_out',
  'held_out',
  'do_not_call',
  'no_basis',
  'suspended',
  'on_hold',
  'invalid_number',
  'outside_australia',
  'called_too_often',
  'duplicate_number',
  'not_fictitious',
  'outside_hours',
] as const
export type SkipReason = (typeof skipReasons)[number]

export const skipReasonLabels: Record<SkipReason, string> = {
  opted_out: 'Opted out',
  held_out: 'In the hold-out group',
  do_not_call: 'On the do-not-call list',
  no_basis: 'No basis to call',
  suspended: 'Suspended',
  on_hold: 'On hold until reviewed',
  invalid_number: 'No number that may be called',
  outside_australia: 'Outside Australia',
  called_too_often: 'Called too often',
  duplicate_number: 'Shares a number with another broker',
  not_fictitious: 'Not a fictitious number (simulator)',
  outside_hours: 'Campaign hours never permit a call',
}

/** Why a broker who is callable now is called later. */
export const waitReasonLabels = { better_hour: 'Waits for a better hour' } as const
export type WaitReason = keyof typeof waitReasonLabels

const skipped = z.partialRecord(z.enum(skipReasons), z.number())

/** With those who can be called now or later and those left out, they are all brokers. */
const alreadyIn = z.object({
  /** In the queue of this campaign, or in a call. */
  waiting: z.number(),
  /** Answered a call of this campaign. */
  reached: z.number(),
  /** Not reached in the round that runs, and not called again in it. */
  notReached: z.number(),
})

export const preflight = endpoint('GET /api/campaigns/:id/preflight', {
  tag,
  summary: 'Who could be called now, later or not at all, and when the campaign is expected to finish',
  access: 'admin_area.read',
  params: idParams,
  query: audienceQuery,
  returns: z.object({
    callableNow: z.number(),
    callableLater: z.number(),
    /** Of those who can be called later: another campaign that runs calls them today. */
    elsewhere: z.number(),
    /** Of those who can be called later: they wait for an hour in which brokers answer more. */
    betterHour: z.number(),
    /** Of those who can be called later: the calling hours at their place are closed. */
    outsideHours: z.number(),
    /** Of those who can be called later: their number was dialled before, and the next dial is due on another day. */
    dialledBefore: z.number(),
    skipped,
    alreadyIn,
    total: z.number(),
    firstCallAt: instant.nullable(),
    finishesAt: instant.nullable(),
    /**
     * Brokers whose number has no recorded source, which an agent must be able to give: a live campaign starts once it
     * is recorded.
     */
    withoutSource: z.number(),
    /** Warnings for staff before the calls start, a sentence each. */
    notices: z.array(z.string()),
  }),
})

export const startCalls = endpoint('POST /api/campaigns/:id/start-calls', {
  tag,
  summary: 'Enrols every broker who may be called; the worker does the dialling',
  access: 'calls.dial',
  params: idParams,
  body: audienceChoice.nullish(),
  returns: z.object({
    /** New enrolments that may be called now. */
    callsInitiated: z.number(),
    campaignName: z.string(),
    /** New enrolments for later. */
    scheduled: z.number(),
    /** Of these: another campaign that runs calls them today. */
    elsewhere: z.number(),
    /** Of these: they wait for an hour in which brokers answer more. */
    betterHour: z.number(),
    /** Of those who can be called later: the calling hours at their place are closed. */
    outsideHours: z.number(),
    /** Of those who can be called later: their number was dialled before, and the next dial is due on another day. */
    dialledBefore: z.number(),
    skipped,
    alreadyIn,
    total: z.number(),
  }),
  idempotent: true,
})

const callabilityAnswer = z.object({
  brokerId: z.number(),
  answer: z.enum(['yes', 'later', 'on_hold', 'never']),
  /** 'Yes', 'No until Wed 25 Nov', 'On hold until reviewed', 'Never'. */
  label: z.string(),
  until: instant.nullable(),
  /** In plain sentences, the most important first. */
  reasons: z.array(z.string()),
})
export type Callability = z.output<typeof callabilityAnswer>

export const callability = endpoint('GET /api/brokers/callability', {
  tag,
  summary:
    'Whether these brokers may be called now, later, after a review or never, by the rules that precede every dial',
  access: 'admin_area.read',
  query: z.object({ ids: idList }),
  returns: z.array(callabilityAnswer),
})

export const simulatorDials = endpoint('GET /api/simulator/dials', {
  tag: 'Simulator',
  summary: 'What the simulator was asked to dial, in order',
  access: 'simulator.inspect',
  returns: z.array(
    z.object({
      ...{ callId: z.number(), to: z.string(), at: instant, simulatedAt: instant },
      /** The person asked for it: exempt from the one dial a day. */
      requested: z.boolean(),
    }),
  ),
})
