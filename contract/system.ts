import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, instant } from './ids.ts'
import { pageQuery } from './page.ts'

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
      }),
    ),
  }),
})

export const auditEntry = z.object({
  id: z.number(),
  at: instant,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudit = endpoint('GET /api/audit', {
  tag,
  summary: 'The audit log, newest first',
  access: 'admin_area.read',
  query: pageQuery.extend({ action: z.string().max(100).optional() }),
  returns: z.array(auditEntry),
})

export const failedJobs = endpoint('GET /api/jobs/failed', {
  tag,
  summary: 'Background jobs that failed and are waiting or given up',
  access: 'admin_area.read',
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

export const retryJob = endpoint('POST /api/jobs/:id/retry', {
  tag,
  summary: 'Runs a failed job again',
  access: 'jobs.retry',
  params: idParams,
  returns: z.object({ retried: z.literal(true) }),
})

export const liveChanges = endpoint('GET /api/events', {
  tag,
  summary: 'Server-sent events: {topics} says which screens have new data',
  access: 'admin_area.read',
  kind: 'stream',
})
