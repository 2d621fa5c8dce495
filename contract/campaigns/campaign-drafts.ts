import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, instant } from '#contract/ids.ts'
import { text } from '#contract/text-fields.ts'
import { campaignShape, MAX_CALL_SCRIPT, scriptText } from './campaigns.ts'
import { skipReasons } from './dialling.ts'

const tag = 'Campaigns'

/** The spoken part of an unfinished campaign: every field may be missing. */
const draftScript = z.object({
  product: text(200).default(''),
  rate: campaignShape.rate,
  rateType: campaignShape.rateType.default(''),
  callScript: scriptText(MAX_CALL_SCRIPT).default(''),
  aiPersonality: campaignShape.aiPersonality.default('professional'),
  audienceId: campaignShape.audienceId.default(null),
  /** The broker whose details fill the script; left out: the first of the audience. */
  brokerId: bodyId.nullish(),
})
export type DraftScript = z.output<typeof draftScript>

export const previewScript = endpoint('POST /api/campaigns/script-preview', {
  tag,
  summary: 'A script as a broker of the audience would hear it, before the campaign is saved',
  access: 'campaigns.write',
  body: draftScript.extend({
    /** The broker after or before that one in the audience. */
    move: z.enum(['next', 'previous']).optional(),
  }),
  returns: z.object({
    /** null: the audience is empty. */
    broker: z
      .object({
        id: z.number(),
        name: z.string(),
        company: z.string().nullable(),
        region: z.string().nullable(),
      })
      .nullable(),
    /** The first sentence of every call. */
    greeting: z.string(),
    /** The script with its placeholders filled. */
    body: z.string(),
    menu: z.array(z.string()),
    /** The SMS that option 1 sends. */
    sms: z.string(),
    /** Estimated duration of all of it when spoken. */
    seconds: z.number(),
    /** Brokers of the audience without a company, up to `counted`; null: the script names none. */
    withoutCompany: z.object({ brokers: z.number(), counted: z.number() }).nullable(),
    /** The script names a rate, and the campaign has none. */
    withoutRate: z.boolean(),
  }),
})

export const speakScript = endpoint('POST /api/campaigns/spoken-preview', {
  tag,
  summary: 'The same read out by the simulator’s voice',
  access: 'campaigns.write',
  body: draftScript,
  kind: 'file',
  otherStatuses: [206, 416],
  limit: { requests: 60, minutes: 10 },
})

export const estimateReach = endpoint('POST /api/campaigns/reach', {
  tag,
  summary:
    'How many brokers a campaign with these hours and this audience would call, and what that may cost',
  access: 'campaigns.write',
  body: z
    .object({
      /** Of an existing campaign. */
      campaignId: bodyId.nullish(),
      audienceId: campaignShape.audienceId.default(null),
      holdOutPercent: campaignShape.holdOutPercent.default(0),
      callStartTime: campaignShape.callStartTime,
      callEndTime: campaignShape.callEndTime,
      timezone: campaignShape.timezone,
      callDaysOfWeek: campaignShape.callDaysOfWeek,
      respectLocalTime: campaignShape.respectLocalTime,
      preferBestHours: campaignShape.preferBestHours.default(false),
      maxConcurrentCalls: campaignShape.maxConcurrentCalls,
    })
    .refine(({ callStartTime, callEndTime }) => callEndTime > callStartTime, {
      path: ['callEndTime'],
      error: 'End time must be after start time',
    }),
  returns: z.object({
    /** Brokers of the audience. */
    total: z.number(),
    callableNow: z.number(),
    callableLater: z.number(),
    skipped: z.partialRecord(z.enum(skipReasons), z.number()),
    alreadyIn: z.number(),
    /** Size of the sample from which the figures are estimated; null: all brokers were counted. */
    sampled: z.number().nullable(),
    firstCallAt: instant.nullable(),
    finishesAt: instant.nullable(),
    /** null: too few of the last calls have a price. */
    cost: z
      .object({
        /** ISO 4217. */
        currency: z.string(),
        perMinute: z.string(),
        amount: z.string(),
        minutes: z.number(),
        /** Number of priced calls on which the estimate is based. */
        calls: z.number(),
      })
      .nullable(),
    notices: z.array(z.string()),
  }),
})
