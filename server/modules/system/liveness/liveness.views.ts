import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { messageChannels } from '#contract/messages/messages.ts'
import type { liveness } from '#contract/system/liveness.ts'
import type { Ctx } from '#server/ctx.ts'
import { restsWithoutFallback } from '#server/modules/calls/dispatch/pace.ts'
import { HELD_AFTER_RESTORE, isDiallingHeld } from '#server/modules/calls/recovery/dialling-hold.views.ts'
import { type QueueFacts, standstills, type WorkerFacts } from './standstill.rules.ts'

export type Liveness = ReturnsOf<typeof liveness>

/** A call in flight for longer counts as abandoned by its process. */
const CALL_MINUTES = 60
/** A running job keeps others of its kind waiting; one whose process has died does not. */
const JOB_MINUTES = 10

/** The age of due work and the time without progress of each queue, by the database's clock. */
export async function viewLiveness(ctx: Ctx): Promise<Liveness> {
  const [held, calls, others, workers] = await Promise.all([
    isDiallingHeld(ctx),
    callQueue(ctx),
    otherQueues(ctx),
    workerSigns(ctx),
  ])
  const queues = [held ? NO_CALLS : calls, ...others]
  return {
    standstills: standstills(queues, workers),
    callsHeld: held ? HELD_AFTER_RESTORE : null,
    queues: queues.map(({ queue, oldestSeconds }) => ({ queue, oldestSeconds: whole(oldestSeconds) })),
    workers: workers.map(({ worker, silentSeconds }) => ({ worker, silentSeconds: whole(silentSeconds) })),
  }
}

const NO_CALLS: QueueFacts = { queue: 'calls', oldestSeconds: 0, idleSeconds: 0 }

const whole = (seconds: number): number => Math.max(0, Math.round(seconds))

/**
 * Dials that are due by the calling clock in running campaigns. The queue does not count as stalled while calls are
 * under way, as lines are few, nor while the provider rests or the disk is full, which have their own warnings.
 */
async function callQueue(ctx: Ctx): Promise<QueueFacts> {
  const { voice, disk } = ctx.providers
  const provider = voice.active
  if (!provider) return NO_CALLS
  const { now, speed } = await provider.clock()
  const { rows } = await sql<{ oldest: number; moved: number; inFlight: boolean }>`
    with running as (
      select campaign_id from campaign_dialling join campaigns on campaigns.id = campaign_id
      where status = 'active' and running
    ),
    first as (
      -- of each campaign the first alone: tens of thousands may be due
      select due_at, updated_at from running, lateral (
        select due_at, updated_at from enrolments
        where campaign_id = running.campaign_id and simulated = ${provider.simulated} and state = 'waiting' and due_at <= ${now}
        order by due_at limit 1) as next
      order by due_at limit 1
    )
    select
      coalesce((select extract(epoch from ${now}::timestamptz - due_at) from first), 0)::float8 as oldest,
      coalesce(extract(epoch from clock_timestamp() - greatest((select updated_at from first),
        (select created_at from calls order by id desc limit 1),
        -- what was decided in an earlier month than the enrolment was planned in is older than it
        (select decided_at from call_decisions
          where decided_at >= (select date_trunc('month', updated_at, 'UTC') from first) order by id desc limit 1))), 0)::float8 as moved,
      exists (select from calls join running using (campaign_id) where finished_at is null
        and calls.created_at > statement_timestamp() - make_interval(mins => ${CALL_MINUTES})) as in_flight`.execute(
    ctx.db,
  )
  const { oldest = 0, moved = 0, inFlight = false } = rows[0] ?? {}
  const oldestSeconds = Math.max(0, oldest / speed)
  const isHeldBack =
    inFlight || (await disk.state()).level === 'full' || (await restsWithoutFallback(ctx, provider))
  return { queue: 'calls', oldestSeconds, idleSeconds: isHeldBack ? 0 : Math.min(oldestSeconds, moved) }
}

async function otherQueues(ctx: Ctx): Promise<QueueFacts[]> {
  const { rows } = await sql<{ queue: 'messages' | 'jobs'; oldest: number; moved: number | null }>`
    select 'messages' as queue,
      coalesce(extract(epoch from clock_timestamp() - (select min(next_attempt_at) from messages
        where status = 'queued' and next_attempt_at <= statement_timestamp())), 0)::float8 as oldest,
      (select extract(epoch from clock_timestamp() - max(last.at)) from unnest(${[...messageChannels]}::text[]) as known(channel),
        lateral (select last_attempt_at as at from messages where messages.channel = known.channel
          and last_attempt_at is not null order by last_attempt_at desc limit 1) as last)::float8 as moved
    union all
    select 'jobs',
      coalesce(extract(epoch from clock_timestamp() - (select min(run_at) from graphile_worker.jobs
        where locked_at is null and attempts < max_attempts and run_at <= statement_timestamp())), 0)::float8,
      (select 0 from graphile_worker.jobs
        where locked_at > statement_timestamp() - make_interval(mins => ${JOB_MINUTES}) limit 1)::float8`.execute(
    ctx.db,
  )
  return rows.map(({ queue, oldest, moved }) => ({
    queue,
    oldestSeconds: oldest,
    idleSeconds: Math.max(0, Math.min(oldest, moved ?? oldest)),
  }))
}

async function workerSigns(ctx: Ctx): Promise<WorkerFacts[]> {
  const { rows } = await sql<WorkerFacts>`
    select worker, extract(epoch from clock_timestamp() - max(at))::float8 as "silentSeconds"
    from worker_signs group by worker order by worker`.execute(ctx.db)
  return rows
}
