import { z } from 'zod'
import { auditKinds } from '#contract/accounts/audit-kinds.ts'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, idParams, instant, plainNumber } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { auditRecord } from './audit-records.ts'

const tag = 'System'

export const systemInfo = endpoint('GET /api/system', {
  tag,
  summary: 'Version, environment, database and the state of each service',
  access: 'admin_area.read',
  returns: z.object({
    version: z.string(),
    environment: z.string(),
    /** Public address of this installation, the prefix of all links. */
    publicUrl: z.string(),
    database: z.string(),
    service: z.enum(['Active', 'Inactive']),
    platform: z.object({ brokers: z.number(), campaigns: z.number(), calls: z.number() }),
    services: z.array(
      z.object({
        name: z.string(),
        status: z.enum(['ok', 'attention', 'held', 'not_configured', 'failed']),
        detail: z.string(),
        /** Settings of the server's operator, by the names of variables. */
        help: z.string().optional(),
      }),
    ),
  }),
})

export const auditEntry = z.object({
  id: z.number(),
  at: instant,
  /** Email address of a person; name of an API key or of a part of the system. */
  actor: z.string(),
  /** Name of the person; null where the entry names none, and for erased people. */
  actorName: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** The subject, where it is still on record and has a screen of its own. */
  record: auditRecord.nullable(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudit = endpoint('GET /api/audit', {
  tag,
  summary: 'The audit log, newest first, of one person, kind or time',
  access: 'admin_area.read',
  query: pageQuery.extend({
    action: z.string().max(100).optional(),
    kind: z.enum(auditKinds).optional(),
    /** Id of the member of staff who did it. */
    person: id.optional(),
    /** Days in Sydney, both included. */
    from: givenDay().optional(),
    to: givenDay().optional(),
  }),
  returns: z.array(auditEntry),
})

export const exportAudit = endpoint('GET /api/audit/export', {
  tag,
  summary: 'The audit log as filtered, as CSV, newest first; the export is an entry of the log too',
  access: 'admin_area.read',
  query: listAudit.query.omit({ limit: true, cursor: true, sort: true, total: true }),
  kind: 'file',
})

export const listAuditPeople = endpoint('GET /api/audit/people', {
  tag,
  summary: 'The members of staff, former ones too, whom the audit log is filtered by',
  access: 'admin_area.read',
  returns: z.array(z.object({ id: z.number(), name: z.string() })),
})

export const failedJobs = endpoint('GET /api/jobs/failed', {
  tag,
  summary: 'Background jobs that failed and are waiting or given up, newest first',
  access: 'admin_area.read',
  query: pageQuery.pick({ limit: true, cursor: true, total: true }),
  returns: z.array(
    z.object({
      id: z.number(),
      task: z.string(),
      attempts: z.number(),
      maxAttempts: z.number(),
      lastError: z.string(),
      createdAt: instant,
    }),
  ),
})

export const jobResults = ['done', 'failed', 'gave_up'] as const

export const jobRun = z.object({
  id: z.number(),
  /** The same for each attempt of one job. */
  jobId: z.number(),
  task: z.string(),
  /** Started by the scheduler, not by an action of a user. */
  scheduled: z.boolean(),
  attempt: z.number(),
  result: z.enum(jobResults),
  error: z.string().nullable(),
  startedAt: instant,
  milliseconds: z.number(),
})
export type JobRun = z.output<typeof jobRun>

export const listJobRuns = endpoint('GET /api/jobs', {
  tag,
  summary: 'What background jobs ran, newest first: when, how long, and how each ended',
  access: 'admin_area.read',
  query: pageQuery.pick({ limit: true, cursor: true, total: true }).extend({
    task: z.string().max(100).optional(),
    /** `failed` has those that gave up too. */
    result: z.enum(['done', 'failed']).optional(),
    /** `staff`: jobs of kinds that people start, and every failure. */
    origin: z.enum(['schedule', 'event', 'staff']).optional(),
  }),
  returns: z.array(jobRun),
})

export const listJobKinds = endpoint('GET /api/jobs/kinds', {
  tag,
  summary: 'The kinds of jobs that the job log holds',
  access: 'admin_area.read',
  returns: z.array(z.string()),
})

export const retryJob = endpoint('POST /api/jobs/:id/retry', {
  tag,
  summary: 'Runs a failed job again',
  access: 'jobs.retry',
  params: idParams,
  returns: z.object({ retried: z.literal(true) }),
})

export const retryAllJobs = endpoint('POST /api/jobs/retry', {
  tag,
  summary: 'Runs all failed jobs again, up to 1,000 at a time',
  access: 'jobs.retry',
  returns: z.object({ retried: z.number() }),
})

export const liveChanges = endpoint('GET /api/events', {
  tag,
  summary:
    'Server-sent events: {topics} says which screens have new data, {missed} that all may have, {answers} brings what the ' +
    'page has asked for by the name of its stream',
  access: 'admin_area.read',
  kind: 'stream',
  query: z.object({
    /** Age in milliseconds of the oldest data on screen: the stream starts with the changes since. */
    age: plainNumber(z.number('Enter a whole number').int().min(0)).default(0),
  }),
})
