import { sql } from 'kysely'
import { auditLabels } from '#contract/audit-labels.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Standstill } from '#contract/liveness.ts'
import type { failedJobs, listAudit, systemInfo } from '#contract/system.ts'
import { shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { rowsWithoutMonth } from '#server/platform/db/months.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import type { DiskState } from '#server/platform/disk-space.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import type { LogState } from '#server/platform/log-output.ts'
import { viewLiveness } from './liveness/liveness.views.ts'
import { viewMessageServices } from './message-services.views.ts'
import { withoutMonth } from './months.rules.ts'
import { viewVendorServices } from './vendor-services.views.ts'

type Service = ReturnsOf<typeof systemInfo>['services'][number]

const RECENT_JOBS = 200

/** Version, figures and the state of every service of this installation. */
export async function viewSystem(ctx: Ctx): Promise<ReturnsOf<typeof systemInfo>> {
  const { rows } = await sql<{
    brokers: number
    campaigns: number
    calls: number
    failed: number
  }>`
    select counted.brokers, counted.calls, (select count(*) from campaigns) as campaigns,
           (select count(*) from graphile_worker.jobs where last_error is not null) as failed
    from (select coalesce(sum(brokers), 0) as brokers, coalesce(sum(calls), 0) as calls
      from current_figures where dimension = 'day') counted`.execute(ctx.db)
  const [figures] = rows
  if (!figures) throw new Error('count query returned no row')
  const { installation } = ctx.providers
  const { failed, ...platform } = figures
  const { standstills } = await viewLiveness(ctx)
  return {
    version: installation.version,
    environment: installation.production ? 'Production' : 'Development',
    publicUrl: ctx.providers.publicUrl,
    database: 'PostgreSQL',
    service: standstills.length === 0 ? 'Active' : 'Inactive',
    platform,
    services: [
      ...(await viewVendorServices(ctx)),
      ...(await viewMessageServices(ctx)),
      workerService(standstills),
      jobService(failed),
      await databaseService(ctx),
      ...diskServices(await ctx.providers.disk.state()),
      logService(installation.logState()),
    ],
  }
}

function workerService(standstills: readonly Standstill[]): Service {
  const name = 'Workers'
  if (standstills.length === 0) return { name, status: 'ok', detail: 'What is due is being done.' }
  return { name, status: 'failed', detail: standstills.map(({ text }) => text).join(' ') }
}

function jobService(failed: number): Service {
  return failed === 0
    ? { name: 'Background jobs', status: 'ok', detail: 'No job has failed.' }
    : { name: 'Background jobs', status: 'failed', detail: `${failed} failed; see System.` }
}

async function databaseService(ctx: Ctx): Promise<Service> {
  const { externalDatabase, databaseExcess } = ctx.providers.installation
  const name = 'Database'
  if (databaseExcess) return { name, status: 'attention', detail: databaseExcess }
  const astray = await rowsWithoutMonth(ctx.db)
  if (astray > 0) return { name, status: 'attention', detail: withoutMonth(astray) }
  return { name, status: 'ok', detail: externalDatabase ? 'External PostgreSQL' : 'Embedded PostgreSQL' }
}

const inMb = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en-AU')} MB`

const WHAT_WAITS: Record<DiskState['level'], string> = {
  ok: '',
  low: ' Uploads and imports are refused until there is room.',
  full: ' Uploads and imports are refused and no calls are started until there is room.',
}

/** Of the process that answers; nothing where it keeps nothing on its own disk and nothing was refused. */
function diskServices({ level, folders, reserveBytes, refused }: DiskState): Service[] {
  if (folders.length === 0 && !refused) return []
  const free = folders.map(({ name, freeBytes }) => `${inMb(freeBytes)} free for the ${name}`).join(', ')
  const figures = free === '' ? 'A disk is full.' : `${free}.`
  const wanted = level === 'ok' || free === '' ? '' : ` There should be ${inMb(reserveBytes)}.`
  return [
    {
      name: 'Disk',
      status: level === 'ok' ? 'ok' : 'failed',
      detail: `${figures}${wanted}${WHAT_WAITS[level]}`,
    },
  ]
}

/** Of the process that answers: each of several writes a log of its own. */
function logService({ failure, lost }: LogState): Service {
  const name = 'Log'
  const gone = lost === 0 ? '' : ` ${lost} ${lost === 1 ? 'line is' : 'lines are'} lost.`
  if (!failure) return { name, status: 'ok', detail: lost === 0 ? 'Written.' : `Written again.${gone}` }
  const { reason, since } = failure
  return {
    name,
    status: 'failed',
    detail: `Cannot be written since ${shortTime(since)}: ${reason}.${gone} Everything else goes on.`,
  }
}

type AuditEntry = ReturnsOf<typeof listAudit>[number]

/** A user by name, or by email where the account is unknown or gone; anything else by its type and id. */
const auditSubject = sql<string>`case when subject_type = 'user'
  then coalesce(users.name, after ->> 'email', before ->> 'email', concat_ws(' ', subject_type, subject_id))
  else concat_ws(' ', replace(subject_type, '_', ' '), subject_id) end`

/** Of people, also of those whose record is gone. */
const namesInAudit = sql<string>`case when subject_type in ('broker', 'user')
  then concat_ws(E'\\n', users.name, before ->> 'name', after ->> 'name') end`

/** The audit log, newest first, searched over actor, action, subject and people's names, by code and by sentence. */
export async function viewAudit(ctx: Ctx, query: QueryOf<typeof listAudit>): Promise<Page<AuditEntry>> {
  const cursor = decodeIdCursor(query.cursor)
  const mayReadNames = can(ctx.actor, 'documents.read')
  let matching = ctx.db
    .selectFrom('auditLog')
    .leftJoin('users', (join) =>
      join.on('subjectType', '=', 'user').on(sql`users.id::text`, '=', sql.ref('subject_id')),
    )
  if (query.action) matching = matching.where('action', '=', query.action)
  if (query.q) {
    matching = matching.where(
      sql<boolean>`lower(concat_ws(E'\\n', concat_ws(' ', actor, action, subject_type, subject_id), ${auditSubject},
        replace(${JSON.stringify(auditLabels)}::jsonb ->> action, '{subject}', ${auditSubject}), ${namesInAudit}))
        like ${containing(query.q)}`,
    )
  }
  const shown = cursor === null ? matching : matching.where('auditLog.id', '<', cursor)
  return readPage({
    db: ctx.db,
    matching,
    rows: shown.selectAll('auditLog').select(auditSubject.as('subject')).orderBy('auditLog.id', 'desc'),
    limit: query.limit,
    cursor: ({ id }) => [id],
    item: ({ subjectType, subjectId: _subjectId, actorId: _actorId, ...row }) => ({
      ...row,
      ...(mayReadNames || !namesFiles(subjectType, row.action) ? {} : { before: null, after: null }),
    }),
  })
}

/** True for rows whose details include names of people's documents; those details need a permission. */
const namesFiles = (subjectType: string, action: string): boolean =>
  subjectType === 'document' || action === 'application.file_read'

/** Jobs whose last run failed, newest first. */
export async function viewFailedJobs(ctx: Ctx): Promise<ReturnsOf<typeof failedJobs>> {
  const { rows } = await sql<ReturnsOf<typeof failedJobs>[number]>`
    select id, task_identifier as task, attempts, max_attempts, last_error, created_at
    from graphile_worker.jobs where last_error is not null
    order by id desc limit ${RECENT_JOBS}`.execute(ctx.db)
  return rows
}
