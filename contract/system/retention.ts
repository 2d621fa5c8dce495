import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant, plainNumber } from '#contract/ids.ts'
import { atMostYears, dayCount, type Period, periodUnits, periodWords } from './retention-periods.ts'
import { type RetentionKind, retentionKinds, retentionTerms } from './retention-terms.ts'

const tag = 'System'

const WHOLE = 'Enter a whole number, 1 or more'

const wholeCount = z.number(WHOLE).int(WHOLE).min(1, WHOLE).max(9_999, 'Enter at most 9999')

/** A period within the bounds of its kind. */
const periodOf = <Count extends z.ZodType<number>>(kind: RetentionKind, count: Count) =>
  z.object({ count, unit: z.enum(periodUnits) }).superRefine((given, check) => {
    const period = given as Period // its count is a number, whichever way it was read
    const { label, least, because } = retentionTerms[kind]
    const say = (message: string): void => check.addIssue({ code: 'custom', path: ['count'], message })
    if (dayCount(period) < dayCount(least))
      say(`${label} are kept for at least ${periodWords(least)}: ${because}`)
    if (dayCount(period) > dayCount(atMostYears)) say(`Enter at most ${periodWords(atMostYears)}`)
  })

const periodsWith = <Count extends z.ZodType<number>>(count: Count) =>
  z.object(
    // one for each of the listed kinds
    Object.fromEntries(retentionKinds.map((kind) => [kind, periodOf(kind, count)])) as Record<
      RetentionKind,
      ReturnType<typeof periodOf<Count>>
    >,
  )

/** A period for each kind. */
export const retentionPeriods = periodsWith(wholeCount)
/** The same as a form has them: a count is typed. */
export const typedRetentionPeriods = periodsWith(plainNumber(wholeCount))
export type RetentionPeriods = z.output<typeof retentionPeriods>

const kind = z.enum(retentionKinds)

/** Records of a kind that would be removed. */
export const retentionPreview = z.object({
  kind,
  count: z.number(),
  /** Time of the oldest of them; null where no record would be removed. */
  oldest: instant.nullable(),
  /** Where only a few would go: from when each of them is. */
  examples: z.array(instant),
})
export type RetentionPreview = z.output<typeof retentionPreview>

/** Name of the job that removes expired data, in the history and the audit log. */
export const NIGHTLY_JOB = 'system.remove-expired-data'

/** One night's removal. */
export const retentionRun = z.object({
  /** In Sydney. */
  day: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  removed: z.array(z.object({ kind, count: z.number() })),
  /** Kinds that could not be removed, and are tried again. */
  failed: z.array(kind),
  /** Name of the job that started it. */
  actor: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})
export type RetentionRun = z.output<typeof retentionRun>

export const getRetention = endpoint('GET /api/retention', {
  tag,
  summary: 'How long each kind of data is kept',
  access: 'admin_area.read',
  returns: retentionPeriods,
})

export const previewRetention = endpoint('POST /api/retention/preview', {
  tag,
  summary: 'What the next nightly removal would take with these periods; those left out are as saved',
  access: 'admin_area.read',
  body: z.object({ periods: retentionPeriods.partial().default({}) }),
  returns: z.array(retentionPreview),
})

export const updateRetention = endpoint('PATCH /api/retention', {
  tag,
  summary: 'Changes periods, from the next nightly removal on; a shorter one has to be confirmed',
  access: 'retention.write',
  body: z.object({
    periods: retentionPeriods.partial(),
    /** The user has seen the records that a shorter period removes. */
    confirmed: z.boolean().default(false),
  }),
  returns: retentionPeriods,
  edits: { subject: 'retention', fields: 'all' },
})

export const listRetentionRuns = endpoint('GET /api/retention/runs', {
  tag,
  summary: 'The last 31 nightly removals, newest first',
  access: 'admin_area.read',
  returns: z.array(retentionRun),
})
