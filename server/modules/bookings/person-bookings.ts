import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents, Person } from '#server/events.ts'
import { ERASED_PERSON } from '#server/modules/accounts/erase-from-audit.rules.ts'
import { hasOwnNumber } from '#server/modules/brokers/person.ts'
import { notifyBdmAlone } from './notify.ts'

/** A condition: the meeting is of this person. @param table as the query names it */
const isOwn = (person: Person, table = 'bookings') => sql`
  (${sql.ref(`${table}.broker_id`)} = any(${person.brokerIds}) or lower(${sql.ref(`${table}.email`)}) = any(${person.emails})
    or ${hasOwnNumber(person, { phone: sql.ref(`${table}.phone`), name: sql.ref(`${table}.name`) })})`

/**
 * Cancels a person's future meetings, notifies their BDMs and removes the person from all meetings; the times stay for
 * the figures.
 */
export async function eraseBookings(
  tx: Ctx,
  { person, note, belonged }: AppEvents['broker.erasing'],
): Promise<void> {
  const now = tx.now()
  const theirs = isOwn(person)
  const { rows: expected } = await sql<{ id: number }>`
    select id from bookings where ${theirs} and status = 'booked' and lower(during) > ${now}
    order by id for update`.execute(tx.db)
  const { rows } = await sql<{ id: number }>`
    update bookings set
      status = case when lower(during) > ${now} and status in ('unconfirmed', 'booked') then 'cancelled' else status end,
      cancelled_at = case when lower(during) > ${now} and status in ('unconfirmed', 'booked') then ${now} else cancelled_at end,
      sequence = sequence + 1, name = ${ERASED_PERSON}, email = null, phone = null, agenda = null, note = null,
      broker_id = null, updated_at = ${now}
    where ${theirs}
    returning id`.execute(tx.db)
  for (const { id } of expected) await notifyBdmAlone(tx, id)
  belonged(
    'booking',
    rows.map(({ id }) => id),
  )
  const reason = 'When and with whom of your people they met is left; coming meetings are cancelled.'
  note({ what: 'Meetings', rows: rows.length, outcome: 'anonymised', reason })
}

export async function exportBookings(tx: Ctx, { person, add }: AppEvents['broker.exporting']): Promise<void> {
  const { rows } = await sql<object>`
    select b.id, lower(during) as starts, upper(during) as ends, b.status, meeting_type, attendees, agenda,
      said_start, bdms.name as bdm, b.name, b.email, b.phone, source, b.created_at, cancelled_at
    from bookings b join bdms on bdms.id = b.bdm_id
    where ${isOwn(person, 'b')}
    order by b.id`.execute(tx.db)
  add({ name: 'meetings', rows })
}
