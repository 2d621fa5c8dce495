import { z } from 'zod'
import { givenInstant } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, instant } from '#contract/ids.ts'
import { line, longText } from '#contract/text-fields.ts'

const tag = 'Calling rules'

/**
 * The widest rules of any version, from the specification and the Telemarketing Standard 2017: another law may be
 * stricter, and no version permits more.
 */
export const WIDEST = {
  weekday: { from: '09:00', to: '20:00' },
  saturday: { from: '09:00', to: '17:00' },
  dialsPerCampaign: 3,
  dialsPerNumber: 3,
  capDays: 30,
  coolingOffDays: 1,
} as const

/** Before the end of rules without a successor: staff are notified so many days earlier. */
export const SUCCESSOR_DAYS = 60

/** Limits of stricter values. */
export const LONGEST_CAP_DAYS = 90
const LONGEST_COOLING_OFF = 30
const MAX_SENTENCES = 3

const time = z
  .string('Enter a time')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, such as 09:30')
const spanShape = z.object({ from: time, to: time })
export type CallingSpan = z.infer<typeof spanShape>

/** Checked apart, so that it is reported together with mistakes in other fields. */
const spanWithin = (widest: CallingSpan) =>
  spanShape.superRefine(({ from, to }, check) => {
    const add = (end: 'from' | 'to', message: string): void =>
      check.addIssue({ code: 'custom', path: [end], message })
    if (from < widest.from) add('from', `No rules permit calls before ${clockText(widest.from)}`)
    if (to > widest.to) add('to', `No rules permit calls after ${clockText(widest.to)}`)
    else if (from >= to) add('to', 'Choose an end after the beginning')
  })

const count = (least: number, most: number, message: string) =>
  z.number(message).int(message).min(least, message).max(most, message)

/** How recordings are made: announced with a way to decline, or none. */
export const recordingRules = ['announced', 'off'] as const
export const recordingRuleLabels: Record<(typeof recordingRules)[number], string> = {
  announced: 'Announced, can be declined',
  off: 'No call is recorded',
}

export const ruleSet = z.object({
  /** Monday to Friday, on the called person's clock; the end is exclusive. */
  weekday: spanWithin(WIDEST.weekday),
  /** null: no calls on Saturdays. There are none on Sundays and national public holidays. */
  saturday: spanWithin(WIDEST.saturday).nullable(),
  dialsPerCampaign: count(1, WIDEST.dialsPerCampaign, 'Enter 1, 2 or 3 calls'),
  dialsPerNumber: count(1, WIDEST.dialsPerNumber, 'Enter 1, 2 or 3 calls'),
  /** The days within which `dialsPerNumber` counts. */
  capDays: count(WIDEST.capDays, LONGEST_CAP_DAYS, `Enter ${WIDEST.capDays} to ${LONGEST_CAP_DAYS} days`),
  /** Days after a call on which its number is not called: 1 is another calendar day. */
  coolingOffDays: count(
    WIDEST.coolingOffDays,
    LONGEST_COOLING_OFF,
    `Enter ${WIDEST.coolingOffDays} to ${LONGEST_COOLING_OFF} days`,
  ),
  /** Sentences that each greeting ends with, in addition to its own. */
  words: z
    .array(line().min(1, 'Enter a sentence').max(200, 'Enter at most 200 characters'))
    .max(MAX_SENTENCES, `Enter at most ${MAX_SENTENCES} sentences`),
  recording: z.enum(recordingRules, 'Choose a recording rule'),
})
export type RuleSet = z.infer<typeof ruleSet>

/** '9 am to 8 pm', '9:30 am to 5 pm' */
export const spanText = ({ from, to }: CallingSpan): string => `${clockText(from)} to ${clockText(to)}`

function clockText(text: string): string {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''} ${hour < 12 ? 'am' : 'pm'}`
}

/** The parts in which one set permits more than another, in words. */
export function looserParts(given: RuleSet, than: RuleSet): string[] {
  const wider = (one: CallingSpan | null, other: CallingSpan | null): boolean =>
    one !== null && (other === null || one.from < other.from || one.to > other.to)
  return [
    ...(wider(given.weekday, than.weekday) ? ['hours from Monday to Friday'] : []),
    ...(wider(given.saturday, than.saturday) ? ['hours on Saturday'] : []),
    ...(given.dialsPerCampaign > than.dialsPerCampaign ? ['calls in a campaign'] : []),
    ...(given.dialsPerNumber > than.dialsPerNumber ? ['calls to a number'] : []),
    ...(given.capDays < than.capDays ? ['days in which calls to a number count'] : []),
    ...(given.coolingOffDays < than.coolingOffDays ? ['days between calls'] : []),
    ...(than.words.some((sentence) => !given.words.includes(sentence)) ? ['required words'] : []),
    ...(given.recording === 'announced' && than.recording === 'off' ? ['recording'] : []),
  ]
}

/** draft; planned: from a later instant; in_force; lapsed: the last one, past its end; past: replaced. */
export const ruleStates = ['draft', 'planned', 'in_force', 'lapsed', 'past'] as const
export type RuleState = (typeof ruleStates)[number]

const callingRules = z.object({
  id: z.number(),
  /** null: the draft. */
  version: z.number().nullable(),
  state: z.enum(ruleStates),
  rules: z.custom<RuleSet>(() => true),
  /** null: of the first version, always; of the draft, from its publication. */
  validFrom: instant.nullable(),
  /** null: until a later version. */
  validTo: instant.nullable(),
  source: z.string(),
  note: z.string(),
  publishedAt: instant.nullable(),
  publishedBy: z.string().nullable(),
})
export type CallingRules = z.infer<typeof callingRules>

export const listCallingRules = endpoint('GET /api/calling-rules', {
  tag,
  summary: 'The draft, if there is one, and every published version of the calling rules, the newest first',
  access: 'admin_area.read',
  returns: z.array(callingRules),
})

export const saveCallingRules = endpoint('PUT /api/calling-rules/draft', {
  tag,
  summary: 'Saves the draft of the next calling rules; no call is decided by it before it is published',
  access: 'calling_rules.write',
  body: z
    .object({
      rules: ruleSet,
      validFrom: givenInstant().nullable(),
      validTo: givenInstant().nullable(),
      source: longText(500).min(1, 'Name the law or decision that these rules come from'),
      note: longText(500),
    })
    .refine(({ validFrom, validTo }) => !validFrom || !validTo || validFrom < validTo, {
      path: ['validTo'],
      message: 'Choose an end after the beginning',
    }),
  returns: callingRules,
  edits: { subject: 'calling_rules', fields: ['version', 'rules', 'validFrom', 'validTo', 'source', 'note'] },
})

export const discardCallingRules = endpoint('DELETE /api/calling-rules/draft', {
  tag,
  summary: 'Discards the draft',
  access: 'calling_rules.write',
  returns: z.object({ discarded: z.literal(true) }),
})

/** Planned calls that the preview decides on at most. */
export const MOST_PREVIEWED = 5_000

export const previewCallingRules = endpoint('GET /api/calling-rules/draft/preview', {
  tag,
  summary:
    'What the draft would change for the calls that are planned for the next seven days, had it been in force all the time',
  access: 'admin_area.read',
  /** null: there is no draft. */
  returns: z
    .object({
      /** Planned calls of the next seven days, at most MOST_PREVIEWED. */
      planned: z.number(),
      /** More are planned. */
      isPartial: z.boolean(),
      /** Calls that the draft refuses and the present rules do not. */
      refused: z.number(),
      /** Calls that the draft permits at another time. */
      moved: z.number(),
      /** Greetings and recordings change with any call. */
      campaigns: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          planned: z.number(),
          refused: z.number(),
          moved: z.number(),
        }),
      ),
      /** The first twenty, refused ones first. */
      examples: z.array(
        z.object({
          brokerId: bodyId,
          name: z.string(),
          change: z.enum(['refused', 'moved']),
          from: instant,
          to: instant.nullable(),
          reason: z.string(),
        }),
      ),
    })
    .nullable(),
})

export const publishCallingRules = endpoint('POST /api/calling-rules/draft/publish', {
  tag,
  summary:
    'Publishes the draft: calls are decided by it from its date on, in every process. Only compliance publishes one that permits more than the rules in force',
  access: 'calling_rules.write',
  returns: callingRules,
  limit: { requests: 20, minutes: 10 },
})
