import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { line, lines, optionalLongText } from '#contract/text-fields.ts'
import { atMost, BESIDE_OTHERS } from '#contract/texts.ts'
import { budgetAmount, budgetUse } from './campaign-budget.ts'
import { clockTime, days, rate } from './campaign-values.ts'

const tag = 'Campaigns'

export const campaignStatuses = ['active', 'paused', 'completed'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** Which status may follow which when a person sets it; the Edit dialog can set any of the three. */
export const campaignTransitions: Record<CampaignStatus, readonly CampaignStatus[]> = {
  active: ['active', 'paused', 'completed'],
  paused: ['paused', 'active', 'completed'],
  completed: ['completed', 'active', 'paused'],
}

export const personalities = ['professional', 'friendly', 'authoritative', 'consultative'] as const
export type Personality = (typeof personalities)[number]

/** Time zones a campaign may keep its hours in, as the screens name them. */
export const timezones = [
  { label: 'Sydney', value: 'Australia/Sydney' },
  { label: 'Melbourne', value: 'Australia/Melbourne' },
  { label: 'Brisbane', value: 'Australia/Brisbane' },
  { label: 'Perth', value: 'Australia/Perth' },
  { label: 'Adelaide', value: 'Australia/Adelaide' },
  { label: 'Darwin', value: 'Australia/Darwin' },
  { label: 'Hobart', value: 'Australia/Hobart' },
  { label: 'Auckland', value: 'Pacific/Auckland' },
  { label: 'Los Angeles', value: 'America/Los_Angeles' },
  { label: 'New York', value: 'America/New_York' },
  { label: 'London', value: 'Europe/London' },
  { label: 'Singapore', value: 'Asia/Singapore' },
] as const
const zoneValues = timezones.map((zone) => zone.value)

export const weekdays = [
  { id: '1', label: 'Monday' },
  { id: '2', label: 'Tuesday' },
  { id: '3', label: 'Wednesday' },
  { id: '4', label: 'Thursday' },
  { id: '5', label: 'Friday' },
  { id: '6', label: 'Saturday' },
  { id: '0', label: 'Sunday' },
] as const

/** Placeholders that scripts may hold, filled from broker and campaign. */
export const placeholders = ['firstName', 'company', 'product', 'rate'] as const

/** The first unknown placeholder of a script, or null. */
export function unknownPlaceholder(script: string): string | null {
  for (const [, name] of script.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)) {
    if (!(placeholders as readonly string[]).includes(name ?? '')) return name ?? ''
  }
  return null
}

/** Characters of a call script. */
export const MAX_CALL_SCRIPT = 4000

/** A text that is spoken, without unknown placeholders. */
export const scriptText = (max: number) =>
  z
    .string()
    .max(max, atMost(max))
    .refine((value) => unknownPlaceholder(value) === null, {
      error: (issue) =>
        `Unknown placeholder {{${unknownPlaceholder(String(issue.input))}}}. Use ${placeholders.map((name) => `{{${name}}}`).join(', ')}.`,
    })

const name = (message: string) => line(message).min(1, message).max(200, 'At most 200 characters')
/** Each field of a campaign separately; rules across fields are in the schemas that combine them. */
export const campaignShape = {
  name: name('Campaign name is required'),
  product: name('Product name is required'),
  rate,
  rateType: line().max(60, 'At most 60 characters'),
  comparisonRate: rate,
  description: optionalLongText(4000),
  callScript: lines('Call script is required')
    .min(1, 'Call script is required')
    .pipe(scriptText(MAX_CALL_SCRIPT)),
  aiPrompt: lines()
    .pipe(scriptText(20_000))
    .nullish()
    .transform((value) => value || null),
  aiPersonality: z.enum(personalities, 'Choose a personality'),
  aiInstructions: lines()
    .pipe(scriptText(20_000))
    .nullish()
    .transform((value) => value || null),
  status: z.enum(campaignStatuses, 'Choose a status'),
  callStartTime: clockTime,
  callEndTime: clockTime,
  timezone: z.enum(zoneValues, 'Choose a time zone'),
  callDaysOfWeek: days,
  respectLocalTime: z.boolean(),
  maxConcurrentCalls: z
    .number('Enter a number from 1 to 100')
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(100, 'At most 100'),
  budget: budgetAmount,
  audienceId: bodyId.nullable(),
  holdOutPercent: z
    .number('Enter a whole number from 0 to 50')
    .int('Enter a whole number from 0 to 50')
    .min(0, 'Enter a whole number from 0 to 50')
    .max(50, 'At most half can be held out'),
  preferBestHours: z.boolean(),
  meetingsTarget: z
    .number('Enter a whole number, or leave it empty')
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(100_000, 'At most 100,000')
    .nullable(),
}

export const END_BEFORE_START = 'End time must be after start time'

/** A field that failed its own check is not compared with others. */
const isTime = (value: unknown): boolean => clockTime.safeParse(value).success

export const campaignFields = z
  .object({
    ...campaignShape,
    rateType: campaignShape.rateType.default('p.a. variable'),
    aiPersonality: campaignShape.aiPersonality.default('professional'),
    status: campaignShape.status.default('active'),
    callStartTime: campaignShape.callStartTime.default('09:00'),
    callEndTime: campaignShape.callEndTime.default('17:00'),
    timezone: campaignShape.timezone.default('Australia/Sydney'),
    callDaysOfWeek: campaignShape.callDaysOfWeek.default(['1', '2', '3', '4', '5']),
    respectLocalTime: campaignShape.respectLocalTime.default(true),
    maxConcurrentCalls: campaignShape.maxConcurrentCalls.default(5),
    audienceId: campaignShape.audienceId.default(null),
    holdOutPercent: campaignShape.holdOutPercent.default(0),
    preferBestHours: campaignShape.preferBestHours.default(false),
    meetingsTarget: campaignShape.meetingsTarget.default(null),
  })
  .refine(({ callStartTime: start, callEndTime: end }) => !isTime(start) || !isTime(end) || end > start, {
    ...BESIDE_OTHERS,
    path: ['callEndTime'],
    error: END_BEFORE_START,
  })
export type CampaignInput = z.input<typeof campaignFields>
export type CampaignFields = z.output<typeof campaignFields>

/** Any part of the fields; whether end is after start is checked against the stored other half by the service. */
export const campaignChanges = z.object(campaignShape).partial()
export type CampaignChanges = z.output<typeof campaignChanges>

/** A dial after one without a conversation, an hour in which brokers answer more, or the opening of the calling hours. */
export const nextCallReasons = ['retry', 'better_hour', 'opening'] as const
export type NextCallReason = (typeof nextCallReasons)[number]

export const campaign = z.object({
  id: z.number(),
  name: z.string(),
  product: z.string(),
  rate: z.string().nullable(),
  rateType: z.string(),
  comparisonRate: z.string().nullable(),
  description: z.string().nullable(),
  callScript: z.string(),
  aiPrompt: z.string().nullable(),
  aiPersonality: z.enum(personalities),
  aiInstructions: z.string().nullable(),
  status: z.enum(campaignStatuses),
  /** Why the campaign paused itself, e.g. a burst of failures or a used budget; null when a person paused it. */
  pausedReason: z.string().nullable(),
  /** Since when it is paused because its budget is used; it resumes once the budget is raised. */
  budgetStoppedAt: instant.nullable(),
  userId: z.number().nullable(),
  callStartTime: z.string(),
  callEndTime: z.string(),
  timezone: z.string(),
  callDaysOfWeek: z.array(z.string()),
  respectLocalTime: z.boolean(),
  maxConcurrentCalls: z.number(),
  /** What its calls may cost, in AUD; null: no limit. */
  budget: z.string().nullable(),
  /** null: it has no budget. */
  budgetUse: budgetUse.nullable(),
  /** Its audience; null: all brokers. */
  audience: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Per cent of those who could be called, kept uncalled to compare. */
  holdOutPercent: z.number(),
  /** Whether it prefers the hours in which brokers answer most. */
  preferBestHours: z.boolean(),
  /** How many meetings it is meant to bring; null: no target. */
  meetingsTarget: z.number().nullable(),
  callsCompleted: z.number(),
  totalCalls: z.number(),
  progress: z.object({
    enrolled: z.number(),
    done: z.number(),
    inFlight: z.number(),
    waiting: z.number(),
  }),
  /** How many of the enrolled brokers reached each stage. */
  funnel: z.object({
    dialled: z.number(),
    /** A call screener or a person answered. */
    screened: z.number(),
    reached: z.number(),
    chose: z.number(),
    booked: z.number(),
    accredited: z.number(),
  }),
  /** Results of the ended dials, each counted once. */
  results: z.object({
    option_1: z.number(),
    option_2: z.number(),
    option_3: z.number(),
    option_4: z.number(),
    /** A person answered and chose nothing. */
    noChoice: z.number(),
    /** Rang out, engaged, rejected, silent, a voicemail or a call screener. */
    unanswered: z.number(),
    failed: z.number(),
  }),
  /** Calls with a response over calls that ended, in percent, one decimal; null without any. */
  responseRate: z.number().nullable(),
  /** Meetings that its calls and pages led to, not cancelled. */
  meetings: z.number(),
  /** The day in Sydney of its first call; null before it. */
  firstDay: z.iso.date().nullable(),
  /** Of its latest call. */
  lastDay: z.iso.date().nullable(),
  /** Dials of the last minute, at most 1,000. */
  lastMinute: z.number(),
  /** When the next waiting broker may be called, on the clock the campaign dials by. */
  nextCallAt: instant.nullable(),
  /** Why that broker is not called earlier; null where no broker waits. */
  nextCallReason: z.enum(nextCallReasons).nullable(),
  /** Waiting brokers who were dialled before, among the next 500. */
  retries: z.number(),
  /** The provider's charges so far, by currency; calls without a price are left out. */
  cost: z.array(
    z.object({
      /** ISO 4217. */
      currency: z.string(),
      /** A decimal. */
      amount: z.string(),
      calls: z.number(),
    }),
  ),
  createdAt: instant,
  updatedAt: instant,
})
export type Campaign = z.infer<typeof campaign>

export const listCampaigns = endpoint('GET /api/campaigns', {
  tag,
  summary: 'Campaigns with their progress, newest first',
  access: 'admin_area.read',
  query: pageQuery.extend({ status: z.enum(campaignStatuses).optional() }),
  returns: z.array(campaign),
})

export const getCampaign = endpoint('GET /api/campaigns/:id', {
  tag,
  summary: 'One campaign with its progress',
  access: 'admin_area.read',
  params: idParams,
  returns: campaign,
})

export const createCampaign = endpoint('POST /api/campaigns', {
  tag,
  summary: 'Creates a campaign; nothing is dialled until start-calls',
  access: 'campaigns.write',
  body: campaignFields,
  returns: campaign,
  status: 201,
})

export const updateCampaign = endpoint('PATCH /api/campaigns/:id', {
  tag,
  summary: 'Changes fields of a campaign, or only its status',
  access: 'campaigns.write',
  params: idParams,
  body: campaignChanges,
  returns: campaign,
  edits: {
    subject: 'campaign',
    fields: [...Object.keys(campaignShape).filter((name) => name !== 'audienceId'), 'audience'],
  },
})
