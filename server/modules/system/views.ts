import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { numberText } from '#contract/number-text.ts'
import type { Standstill } from '#contract/system/liveness.ts'
import type { systemInfo } from '#contract/system/system.ts'
import { shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'
import { rowsWithoutMonth } from '#server/platform/db/months.ts'
import type { DiskState } from '#server/platform/disk-space.ts'
import type { LogState } from '#server/platform/log-output.ts'
import { viewLiveness } from './liveness/liveness.views.ts'
import { viewMessageServices } from './message-services.views.ts'
import { withoutMonth } from './months.rules.ts'
import { viewVendorServices } from './vendor-services.views.ts'

type Service = ReturnsOf<typeof systemInfo>['services'][number]

/** Version, figures and the state of every service of this installation. */
export async function viewSystem(ctx: Ctx): Promise<ReturnsOf<typeof systemInfo>> {
  const figuresBy = await currentFigures(ctx)
  const { rows } = await sql<{
    brokers: number
    campaigns: number
    calls: number
    failed: number
  }>`
    select (select count(*) from brokers) as brokers, counted.calls, (select count(*) from campaigns) as campaigns,
           (select count(*) from graphile_worker.jobs where last_error is not null) as failed
    from (select coalesce(sum(calls) filter (where simulated = ${simulates(ctx)}), 0) as calls
      from ${figuresBy('day', ['calls'])} f) counted`.execute(ctx.db)
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
  if (standstills.length === 0) return { name, status: 'ok', detail: 'Running.' }
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

const MB = 1024 * 1024

/** In megabytes; from 10,000 of them in gigabytes. */
const sizeText = (bytes: number): string => {
  const megabytes = Math.floor(bytes / MB)
  return megabytes < 10_000 ? `${numberText(megabytes)} MB` : `${numberText(Math.floor(megabytes / 1024))} GB`
}

const WHAT_WAITS: Record<DiskState['level'], string> = {
  ok: '',
  low: ' Uploads and imports are refused until there is room.',
  full: ' Uploads and imports are refused and no calls are started until there is room.',
}

/** Of the process that answers; nothing where it keeps nothing on its own disk and nothing was refused. */
function diskServices({ level, folders, reserveBytes, refused }: DiskState): Service[] {
  if (folders.length === 0 && !refused) return []
  const free = folders.map(({ name, freeBytes }) => `${sizeText(freeBytes)} free for the ${name}`).join(', ')
  const figures = free === '' ? 'A disk is full.' : `${free}.`
  const wanted = level === 'ok' || free === '' ? '' : ` There should be ${sizeText(reserveBytes)}.`
  return [
    {
      name: 'Disk',
      status: level === 'ok' ? 'ok' : 'failed',
      detail: `${figures}${wanted}${WHAT_WAITS[level]}`,
    },
  ]
}

/** Of the process that answers the request: each process writes its own log. */
function logService({ failure, lost }: LogState): Service {
  const name = 'Log'
  const gone = lost === 0 ? '' : ` ${lost} ${lost === 1 ? 'line is' : 'lines are'} lost.`
  if (!failure)
    return { name, status: 'ok', detail: lost === 0 ? 'Writing normally.' : `Writing again.${gone}` }
  const { reason, since } = failure
  return {
    name,
    status: 'failed',
    detail: `Cannot be written since ${shortTime(since)}: ${reason}.${gone} Everything else goes on.`,
  }
}
