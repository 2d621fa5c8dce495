import { type SqlBool, sql } from 'kysely'
import { automatedDecisions } from '#contract/automated-decisions.ts'
import { addDays } from '#contract/calendar.ts'
import type { DecisionKind } from '#contract/decisions/decision-kinds.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import { dateText, shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { CaseOfPerson } from '#server/events.ts'
import { settledReason } from './settled.views.ts'
import { endOpen, type NewTask, openTask } from './store.ts'

/** A contest or a complaint waits for its answer; near its last day its task ends a snooze, or is opened again. */
export async function onCaseOpened(tx: Ctx, { what, id }: CaseOfPerson): Promise<void> {
  const task = await (what === 'contest' ? contestTask(tx, id) : complaintTask(tx, id))
  if (task) await openTask(tx, task)
}

export async function onCaseSettled(tx: Ctx, { what, id }: CaseOfPerson): Promise<void> {
  const ofScore = sql<SqlBool>`o.kind = 'score_appeal' and o.broker_id = (select c.broker_id from contests c where c.id = ${id})`
  const own = sql<SqlBool>`o.subject_type = ${what} and o.subject_id = ${id}`
  await endOpen(tx, {
    among: what === 'contest' ? sql<SqlBool>`((${own}) or (${ofScore}))` : own,
    reason: settledReason,
  })
}

/** The end of the last day for the answer. */
const endOf = (day: string): Date => sydneyMidnight(addDays(day, 1))

async function contestTask(tx: Ctx, id: number): Promise<NewTask | null> {
  const { rows } = await sql<{
    kind: DecisionKind
    reference: string
    dueOn: string
    brokerId: number | null
    name: string | null
    email: string | null
  }>`
    select c.kind, c.reference, c.due_on::text as due_on, c.broker_id,
      case when c.broker_id is null then concat_ws(' ', a.first_name, a.last_name) end as name,
      case when c.broker_id is null then a.email end as email
    from contests c left join applications a on a.id = c.application_id where c.id = ${id}`.execute(tx.db)
  const [row] = rows
  if (!row) return null
  const { kind, reference, dueOn, ...who } = row
  if (kind === 'score') {
    // one of a broker at a time is a task; the next one joins it
    return {
      ...{ kind: 'score_appeal', key: String(row.brokerId), subject: null, brokerId: row.brokerId },
      details: `The broker appeals against the score for ${reference}.`,
    }
  }
  return {
    ...{ kind: 'contest', key: String(id), subject: { type: 'contest', id }, ...who, dueAt: endOf(dueOn) },
    details: `Contests a decision: ${automatedDecisions[kind].label}. Answer by ${dateText(dueOn)}.`,
  }
}

async function complaintTask(tx: Ctx, id: number): Promise<NewTask | null> {
  const { rows } = await sql<{
    acknowledgeBy: Date
    acknowledgedAt: Date | null
    dueOn: string
    brokerId: number | null
    name: string | null
    email: string | null
    phone: string | null
  }>`
    select acknowledge_by, acknowledged_at, due_on::text as due_on, broker_id, name, email, phone
    from complaints where id = ${id}`.execute(tx.db)
  const [row] = rows
  if (!row) return null
  const { acknowledgeBy, acknowledgedAt, dueOn, ...who } = row
  const first = acknowledgedAt ? '' : ` Acknowledge it by ${shortTime(acknowledgeBy, tx.now())}.`
  return {
    ...{ kind: 'complaint', key: String(id), subject: { type: 'complaint', id }, ...who },
    details: `Complains about a call, no. ${id}.${first} Answer by ${dateText(dueOn)}.`,
    dueAt: acknowledgedAt ? endOf(dueOn) : acknowledgeBy,
  }
}
