import { z } from 'zod'
import { callResponses } from '#contract/calls/calls.ts'
import { accreditationStates } from '#contract/documents/documents.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id, idParams, instant, plainNumber } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { tiers } from '#contract/scoring/scorecards.ts'
import { text } from '#contract/text-fields.ts'
import { broker, regions } from './brokers.ts'

const tag = 'Audiences'

const days = z
  .number('Enter a number of days')
  .int('Enter a whole number of days')
  .min(1, 'At least 1 day')
  .max(3650, 'At most 3,650 days')
/** Negates the rule. */
const not = z.boolean().default(false)
const some = <Item extends z.ZodType>(item: Item) => z.array(item).min(1, 'Choose at least one').max(50)

export const audienceRule = z.discriminatedUnion(
  'kind',
  [
    /** In the newest month that has scores. */
    z.object({ kind: z.literal('tier'), tiers: some(z.enum(tiers)), not }),
    /** A loan was lodged within so many days; `within: false`: none was. */
    z.object({ kind: z.literal('last_loan'), within: z.boolean(), days, not }),
    /** At least one loan was ever lodged. */
    z.object({ kind: z.literal('ever_lodged'), not }),
    z.object({ kind: z.literal('region'), regions: some(z.enum(regions)), not }),
    z.object({
      kind: z.literal('accreditation'),
      states: some(z.enum([...accreditationStates, 'none'])),
      not,
    }),
    /** `expires`: within so many days, approved and current; `expired`: it is over; `missing`: a required type has none. */
    z.object({
      kind: z.literal('document'),
      state: z.enum(['expires', 'expired', 'missing']),
      days: days.default(45),
      not,
    }),
    /** Somebody answered one of our calls within so many days; `within: false`: no call was answered. */
    z.object({ kind: z.literal('last_contact'), within: z.boolean(), days, not }),
    /** Results of a campaign's calls. */
    z.object({
      kind: z.literal('response'),
      campaignId: bodyId,
      response: z.enum([...callResponses, 'reached', 'not_reached', 'not_called']),
      not,
    }),
    z.object({ kind: z.literal('membership'), memberships: some(text(40).min(1)), not }),
    z.object({ kind: z.literal('bdm'), bdmId: bodyId, not }),
    z.object({ kind: z.literal('aggregator'), aggregators: some(text(100).min(1)), not }),
    /** State of the broker's number in ASIC's registers. */
    z.object({ kind: z.literal('register'), state: z.enum(['current', 'ended', 'unknown']), not }),
    z.object({ kind: z.literal('flagged'), not }),
    z.object({ kind: z.literal('suspended'), not }),
    /** Chosen by hand. The list belongs to the audience that was made with it. */
    z.object({ kind: z.literal('list'), listId: bodyId, not }),
  ],
  'Choose what the rule is about',
)
export type AudienceRule = z.infer<typeof audienceRule>
export type AudienceRuleKind = AudienceRule['kind']

const rules = z.array(audienceRule).max(20, 'At most twenty rules')

const audience = z.object({
  id: z.number(),
  name: z.string(),
  rules: z.array(audienceRule),
  /** Brokers that matched every rule at the last count; null: not counted yet. */
  brokers: z.number().nullable(),
  countedAt: instant.nullable(),
  /** Why a rule cannot be evaluated, for example because its campaign was deleted. */
  problems: z.array(z.string()),
  /** Names of campaigns that call it. */
  campaigns: z.array(z.string()),
  createdBy: z.string().nullable(),
  updatedAt: instant,
})
export type Audience = z.infer<typeof audience>

export const listAudiences = endpoint('GET /api/audiences', {
  tag,
  summary: 'Audiences by name, each with how many brokers it has, counted once a minute',
  access: 'admin_area.read',
  returns: z.array(audience),
})

const NAME_REQUIRED = 'Give the audience a name'

export const createAudience = endpoint('POST /api/audiences', {
  tag,
  summary: 'Saves a named group of brokers: those for whom every rule holds',
  access: 'audiences.write',
  body: z.object({
    name: text(100).min(1, NAME_REQUIRED),
    rules,
    /** Adds a rule for brokers chosen by hand, whose list is empty at first. */
    chosen: z.boolean().default(false),
  }),
  returns: audience,
  status: 201,
})

export const updateAudience = endpoint('PATCH /api/audiences/:id', {
  tag,
  summary: 'Changes name or rules; campaigns that run have chosen their brokers already',
  access: 'audiences.write',
  params: idParams,
  body: z.object({ name: text(100).min(1, NAME_REQUIRED).optional(), rules: rules.optional() }),
  returns: audience,
  edits: { subject: 'audience', fields: ['name', 'rules'] },
})

export const deleteAudience = endpoint('DELETE /api/audiences/:id', {
  tag,
  summary: 'Deletes an audience that no campaign calls',
  access: 'audiences.write',
  params: idParams,
  returns: z.object({ deleted: z.literal(true) }),
})

export const countAudience = endpoint('POST /api/audiences/count', {
  tag,
  summary: 'How many brokers these rules have now; nothing is saved',
  access: 'admin_area.read',
  body: z.object({ rules }),
  returns: z.object({ brokers: z.number(), problems: z.array(z.string()) }),
})

export const audienceBrokers = endpoint('GET /api/audiences/:id/brokers', {
  tag,
  summary: 'The brokers of an audience by name',
  access: 'admin_area.read',
  params: idParams,
  query: pageQuery.omit({ sort: true, q: true }),
  returns: z.array(
    broker.pick({ id: true, name: true, company: true, region: true, phone: true, email: true }),
  ),
})

export const exportAudience = endpoint('GET /api/audiences/:id/export', {
  tag,
  summary: 'The brokers of an audience as CSV',
  access: 'admin_area.read',
  params: idParams,
  kind: 'stream',
})

/** Days after assignment at which the brokers' results are compared. */
export const LIFT_DAYS = [30, 60, 90] as const

const arm = z.object({
  brokers: z.number(),
  /** Of these: how many did it. */
  did: z.number(),
  /** Per cent of the brokers, one decimal; for amounts AUD a broker. */
  rate: z.number().nullable(),
})

const comparison = z.object({
  outcome: z.enum(['visit', 'booking', 'application', 'loan', 'amount']),
  called: arm,
  heldOut: arm,
  /** Called less held out: points, or AUD a broker; null where no difference can be estimated. */
  difference: z.number().nullable(),
  /** The 95% interval of the difference. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  sentence: z.string(),
  verdict: z.enum(['too_few', 'no_difference', 'more', 'less']),
})
export type Comparison = z.infer<typeof comparison>

export const campaignLift = endpoint('GET /api/campaigns/:id/lift', {
  tag,
  summary:
    'What brokers of a campaign did who were called, next to those in the hold-out group, after 30, 60 and 90 days',
  access: 'admin_area.read',
  params: idParams,
  returns: z.object({
    holdOutPercent: z.number(),
    called: z.number(),
    heldOut: z.number(),
    /** The first assignment; null: there has been no hold-out. */
    since: instant.nullable(),
    /** The cost of the hold-out, in a sentence. */
    cost: z.string(),
    periods: z.array(
      z.object({
        days: z.number(),
        /** Brokers who were assigned so long ago; null in full. */
        complete: z.boolean(),
        outcomes: z.array(comparison),
      }),
    ),
  }),
})

/** Of a campaign's start: an audience for this and later starts, and a part that is kept uncalled. */
export const audienceChoice = z.object({
  audienceId: bodyId.nullable().optional(),
  holdOutPercent: z
    .number('Enter a whole number from 0 to 50')
    .int('Enter a whole number from 0 to 50')
    .min(0, 'Enter a whole number from 0 to 50')
    .max(50, 'At most half can be held out')
    .optional(),
})

/** As `audienceChoice`, in an address; `audienceId=all`: all brokers. */
export const audienceQuery = z.object({
  audienceId: z.union([z.literal('all'), id], 'Choose an audience').optional(),
  holdOutPercent: plainNumber(z.number().int().min(0).max(50)).optional(),
})
