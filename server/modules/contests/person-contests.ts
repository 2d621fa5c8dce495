import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents, Person } from '#server/events.ts'
import { hasOwnNumber } from '#server/modules/brokers/person.ts'
import { anonymiseComplaints, moveComplaints } from './complaints/complaints.store.ts'
import { deleteContests, moveContests } from './contests.store.ts'

const ownNumber = (person: Person) => hasOwnNumber(person, { phone: sql.ref('phone'), name: sql.ref('name') })

/** Removes contests; complaints stay without the person, for the reports. */
export async function eraseCases(
  tx: Ctx,
  { person, note, belonged }: AppEvents['broker.erasing'],
): Promise<void> {
  const contests = await deleteContests(tx, person)
  belonged('contest', contests)
  belonged('score_appeal', contests)
  note({ what: 'Contests of decisions', rows: contests.length, outcome: 'erased', reason: null })
  const complaints = await anonymiseComplaints(tx, person, ownNumber(person))
  belonged('complaint', complaints)
  note({
    ...{ what: 'Complaints about calls', rows: complaints.length, outcome: 'anonymised' },
    reason: 'Kept for the reports without the name, the contact details and the words.',
  })
}

export async function exportCases(tx: Ctx, { person, add }: AppEvents['broker.exporting']): Promise<void> {
  const { brokerIds, emails } = person
  const { rows: contests } = await sql<object>`
    select c.id, c.kind, c.reference, c.decision, c.rule, c.decided_at, c.reason, c.via, c.made_at, c.due_on, c.status,
      c.answer, c.answered_at
    from contests c left join applications a on a.id = c.application_id and c.broker_id is null
    where c.broker_id = any(${brokerIds}) or lower(a.email) = any(${emails}) order by c.id`.execute(tx.db)
  add({ name: 'contests', rows: contests })
  const { rows: complaints } = await sql<object>`
    select id, channel, call_id, name, email, phone, words, received_at, acknowledged_at, due_on, status, answer, answered_at
    from complaints where broker_id = any(${brokerIds}) or lower(email) = any(${emails}) or ${ownNumber(person)}
    order by id`.execute(tx.db)
  add({ name: 'complaints', rows: complaints })
}

export async function moveCases(tx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  await moveContests(tx, fromId, intoId)
  await moveComplaints(tx, fromId, intoId)
}
