import { sql } from 'kysely'
import { type TaskKind, taskTerms } from '#contract/tasks/task-kinds.ts'
import type { Ctx } from '#server/ctx.ts'
import { lookForTasks } from '#server/modules/tasks/look.job.ts'

const HOUR_MS = 3_600_000
/** One missed broker in this many rang back. */
const RANG_BACK_EVERY = 5
/** Number of call-backs that still wait for staff. */
const WAITING = 3
const notes = [
  'Rang back and sent the rate sheet.',
  'Left a message, then reached them the next morning.',
  'Wanted to know who their BDM is.',
  null,
] as const

interface Matter {
  kind: TaskKind
  key: string
  state: 'open' | 'done' | 'ended'
  details: string
  bookingId: number | null
  brokerId: number
  phone: string
  note: string | null
  endedReason: string | null
  askedAt: Date
  /** The simulator's clock when it was asked; null: the real one. */
  simulatedAt: Date | null
  dueAt: Date
  closedAt: Date | null
}

/** Inserts tasks of the last four months, then opens overdue ones. Only inside `ctx.tx`, after all other history. */
export async function addTasks(tx: Ctx): Promise<void> {
  const matters = [...(await callBacks(tx)), ...(await markedMeetings(tx))]
  await sql`insert into tasks (kind, dedupe_key, state, details, subject_type, subject_id, broker_id, phone, due_at, note,
      ended_reason, closed_at, closed_by, asked_at, created_at, updated_at,
      simulated_at)
    select kind, kind || ':' || key, state, details, case when "bookingId" is not null then 'booking' end, "bookingId",
      "brokerId", phone, "dueAt", note, "endedReason", "closedAt",
      case when state = 'done' then (select id from users where role = 'lender') end, "askedAt", "askedAt",
      coalesce("closedAt", "askedAt"), "simulatedAt"
    from jsonb_to_recordset(${JSON.stringify(matters)}::jsonb) as made(kind text, key text, state text, details text,
      "bookingId" int, "brokerId" int, phone text, note text, "endedReason" text, "askedAt" timestamptz,
      "dueAt" timestamptz, "closedAt" timestamptz, "simulatedAt" timestamptz)
    order by "askedAt", kind, key`.execute(tx.db)
  await lookForTasks(tx)
}

/** Call-backs after missed calls; staff have answered all but the newest. */
async function callBacks(tx: Ctx): Promise<Matter[]> {
  const { rows } = await sql<{ brokerId: number; phone: string; missedAt: Date }>`
    select c.broker_id as "brokerId", c.to_number as phone, c.finished_at as "missedAt"
    from calls c
    where c.outcome = 'no_answer' and c.finished_at < ${new Date(tx.now().getTime() - 3 * HOUR_MS)}
      and not exists (select from suppressions s where s.phone = c.to_number)
    order by c.finished_at, c.id`.execute(tx.db)
  const clock = await tx.providers.voice.named('simulator')?.now(tx.db)
  // the simulator's clock is ahead of the real one outside calling hours
  const aheadMs = Math.max(0, (clock?.getTime() ?? 0) - tx.now().getTime())
  const rang = rows.filter((_, index) => index % RANG_BACK_EVERY === 0)
  return rang.map(({ brokerId, phone, missedAt }, index) => {
    const waits = index >= rang.length - WAITING
    const askedAt = new Date(
      waits ? tx.now().getTime() - (rang.length - index) * HOUR_MS : missedAt.getTime() + HOUR_MS,
    )
    const simulatedAt = waits ? new Date(askedAt.getTime() + aheadMs) : null
    return {
      ...{ kind: 'call_back', key: phone, state: waits ? 'open' : 'done', bookingId: null, brokerId, phone },
      details: 'Rang us and asked for a person.',
      ...{ note: waits ? null : (notes[index % notes.length] ?? null), endedReason: null, askedAt },
      ...{ simulatedAt, dueAt: dueAfter('call_back', simulatedAt ?? askedAt) },
      closedAt: waits ? null : new Date(askedAt.getTime() + (1 + (index % 3)) * HOUR_MS),
    }
  })
}

/** No-shows that staff marked after a task was opened. */
async function markedMeetings(tx: Ctx): Promise<Matter[]> {
  const { rows } = await sql<{ id: number; brokerId: number; phone: string; end: Date }>`
    select id, broker_id as "brokerId", phone, upper(during) as end from bookings
    where status = 'no_show' and upper(during) < ${new Date(tx.now().getTime() - 72 * HOUR_MS)} order by id`.execute(
    tx.db,
  )
  return rows.map(({ id, brokerId, phone, end }) => {
    const askedAt = new Date(end.getTime() + 24 * HOUR_MS)
    return {
      ...{ kind: 'meeting_unmarked', key: String(id), state: 'ended', bookingId: id, brokerId, phone },
      ...{
        details: 'The meeting is over and not marked.',
        note: null,
        endedReason: 'The meeting was marked.',
      },
      ...{ askedAt, dueAt: askedAt, simulatedAt: null },
      closedAt: new Date(askedAt.getTime() + 5 * HOUR_MS),
    }
  })
}

const dueAfter = (kind: TaskKind, at: Date): Date => new Date(at.getTime() + taskTerms[kind].hours * HOUR_MS)
