import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents, Person } from '#server/events.ts'
import { hasOwnNumber } from '#server/modules/brokers/person.ts'

const aboutPerson = (person: Person) => sql`
  (broker_id = any(${person.brokerIds}) or email = any(${person.emails})
    or ${hasOwnNumber(person, { phone: sql.ref('phone'), name: sql.ref('name') })})`

/** Removes open and ended tasks about this person. */
export async function eraseTasks(
  tx: Ctx,
  { person, note, belonged }: AppEvents['broker.erasing'],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from tasks where ${aboutPerson(person)} returning id`.execute(tx.db)
  belonged(
    'task',
    rows.map(({ id }) => id),
  )
  note({ what: 'Tasks', rows: rows.length, outcome: 'erased', reason: null })
}

export async function exportTasks(tx: Ctx, { person, add }: AppEvents['broker.exporting']): Promise<void> {
  const { rows } = await sql<object>`
    select id, kind, state, details, name, email, phone, due_at, note, ended_reason, closed_at, created_at
    from tasks where ${aboutPerson(person)} order by id`.execute(tx.db)
  add({ name: 'tasks', rows })
}
