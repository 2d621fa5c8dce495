import { sql } from 'kysely'
import { type RingEnd, ringEndLabels } from '#contract/calls/hand-offs.ts'
import { REVIEW_DAYS } from '#contract/documents/reviews.ts'
import { registers, registerTerms, STALE_DAYS } from '#contract/surveillance/registers.ts'
import type { TaskKind } from '#contract/tasks/task-kinds.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { NewTask } from './store.ts'

export interface CallFacts {
  id: number
  brokerId: number | null
  toNumber: string
  campaign: string | null
  test: boolean
  /** The simulator's clock now; null for a call of a live provider. */
  simulatedAt: Date | null
  /** Of the broker; null where it is unknown. */
  timezone: string | null
}

export async function findCalls(ctx: Ctx, ids: readonly number[]): Promise<CallFacts[]> {
  return (
    ctx.db
      .selectFrom('calls')
      .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
      .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
      .select(['calls.id', 'calls.brokerId', 'calls.toNumber', 'campaigns.name as campaign', 'calls.test'])
      .select('brokers.timezone')
      .select(simulatedClock(ctx.now()).as('simulatedAt'))
      .where('calls.id', '=', anyOf(ids))
      // the order in which the rows of the tasks are taken, the same in every transaction
      .orderBy('calls.toNumber')
      .orderBy('calls.id')
      .execute()
  )
}

export interface RequestedCallFacts {
  id: number
  brokerId: number
  phone: string
  words: string
  dueAt: Date
  until: Date
  reason: string | null
  askedInCallId: number | null
  timezone: string | null
  /** As above. */
  simulatedAt: Date | null
}

export async function findRequestedCall(ctx: Ctx, id: number): Promise<RequestedCallFacts | undefined> {
  const row = await ctx.db
    .selectFrom('requestedCalls as r')
    .innerJoin('brokers as b', 'b.id', 'r.brokerId')
    .select(['r.id', 'r.brokerId', 'r.phone', 'r.words', 'r.dueAt', 'r.untilAt', 'r.reason'])
    .select(['r.askedInCallId', 'r.simulated', 'b.timezone'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { untilAt, simulated, ...facts } = row
  const clock = simulated ? ctx.providers.voice.named('simulator') : null
  return { ...facts, until: untilAt, simulatedAt: (await clock?.now(ctx.db)) ?? null }
}

/** 'Dana Cole did not answer.', for each phone that rang for the call's last hand-off in vain. */
export async function findRung(ctx: Ctx, callId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string; end: RingEnd }>`
    select name, ended_by as end from hand_off_rings
    where hand_off_id = (select max(id) from hand_offs where call_id = ${callId}) and rung_at is not null
      and ended_by is not null
    order by position`.execute(ctx.db)
  return rows.map(({ name, end }) => `${name} ${ringEndLabels[end]}.`)
}

/** The clock of a simulated call at a real time, as the call's own start and speed give it. */
const simulatedClock = (at: Date) =>
  sql<Date | null>`case when calls.simulated then
    calls.simulated_at + greatest(interval '0', ${at}::timestamptz - calls.created_at) * calls.clock_speed end`

export async function findMeeting(
  ctx: Ctx,
  id: number,
): Promise<Pick<NewTask, 'brokerId' | 'name' | 'email' | 'phone'> | undefined> {
  return ctx.db
    .selectFrom('bookings')
    .select(['brokerId', 'name', 'email', 'phone'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const DAY_MS = 86_400_000
/** Limit of one run; the next minute's run finds more. */
const AT_ONCE = 100

/**
 * Overdue items for which no event opens a task: meetings to mark, reviews over their time, failed imports, registers
 * that are out of date.
 */
export async function findOverdue(ctx: Ctx): Promise<NewTask[]> {
  const now = ctx.now().getTime()
  const reviewBefore = new Date(now - REVIEW_DAYS * DAY_MS)
  const { rows } = await sql<Found>`
    select * from (
      select 'meeting_unmarked' as kind, 'booking' as type, b.id, b.broker_id as "brokerId", b.name, b.email, b.phone,
        'The meeting is over and not marked.' as details,
        upper(b.during) + interval '1 day' as "lateAt"
      from bookings b where b.status = 'booked' and not b.test and upper(b.during) < ${new Date(now - DAY_MS)}
      union all
      select 'application_overdue', 'application', a.id, a.broker_id, concat_ws(' ', a.first_name, a.last_name),
        a.email, a.phone_e164, 'The application has waited for more than ' || ${REVIEW_DAYS}::text || ' days.',
        greatest(a.submitted_at, (select max(e.at) from application_events e
          where e.application_id = a.id and e.status = 'submitted')) + ${`${REVIEW_DAYS} days`}::interval
      from applications a where a.status in ('submitted', 'in_review') and a.submitted_at < ${reviewBefore}
        -- not while it was with the applicant
        and not exists (select from application_events e where e.application_id = a.id and e.status = 'submitted'
          and e.at >= ${reviewBefore})
      union all
      select 'document_overdue', 'document', d.id, d.broker_id, null, null, null,
        'The document has waited for more than ' || ${REVIEW_DAYS}::text || ' days.',
        d.uploaded_at + ${`${REVIEW_DAYS} days`}::interval
      from documents d where d.status = 'pending' and d.current and d.uploaded_at < ${reviewBefore}
      union all
      select 'import_failed', 'import', i.id, null, i.filename, null, null,
        coalesce(r.error, 'The import stopped with an error.'), null
      from broker_imports i join runs r on r.id = i.run_id where r.state = 'failed'
      union all
      select 'register_stale', 'register', s.id, null, s.register, null, null,
        'The newest file is of ' || to_char(s.snapshot_date, 'FMDD FMMonth YYYY') || ', and ASIC publishes every week.', null
      from (select distinct on (register) id, register, snapshot_date from register_snapshots order by register, id desc) s
      where s.snapshot_date < ${sydneyDate(new Date(now - STALE_DAYS * DAY_MS))}
    ) found
    -- what a person has closed stays so; what was settled, and is as it was, is a task again
    where not exists (select from tasks t where t.dedupe_key = found.kind || ':' || found.id and t.state <> 'ended')
    order by kind, id limit ${AT_ONCE}`.execute(ctx.db)
  return rows.map(({ type, id, name, lateAt, ...found }) => ({
    ...{ ...found, key: String(id), subject: { type, id } },
    // overdue since the same time as in its own list and on the dashboard
    ...(lateAt && { dueAt: lateAt }),
    name: type === 'register' ? registerLabel(name) : name,
  }))
}

const registerLabel = (name: string | null): string | null =>
  registers.flatMap((register) => (register === name ? [registerTerms[register].label] : []))[0] ?? null

interface Found {
  kind: TaskKind
  type: NonNullable<NewTask['subject']>['type']
  id: number
  brokerId: number | null
  name: string | null
  email: string | null
  phone: string | null
  details: string
  /** Since when the matter is overdue; null: it has no time of its own. */
  lateAt: Date | null
}
