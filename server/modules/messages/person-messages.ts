import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents, Person } from '#server/events.ts'
import { ERASED_PERSON } from '#server/modules/accounts/erase-from-audit.rules.ts'
import { hasOwnNumber } from '#server/modules/brokers/person.ts'

/** A condition on an application `a`: it is this person's, and not another applicant's who used their link. */
function isOwnApplication(person: Person) {
  const applicant = { phone: sql.ref('a.phone_e164'), name: sql`concat_ws(' ', a.first_name, a.last_name)` }
  return sql`(lower(a.email) = any(${person.emails}) or ${hasOwnNumber(person, applicant)}
    or (a.broker_id = any(${person.brokerIds}) and (a.status = 'approved' or (a.source = 'call' and a.status = 'draft'))))`
}

/**
 * A condition on a message `m`: it was sent to the person. Messages about another applicant who used their link are not
 * included.
 */
const isWrittenTo = (person: Person) => sql`
  (lower(m.recipient) = any(${person.emails}) or m.recipient = any(${person.phones})
    or (m.broker_id = any(${person.brokerIds}) and not exists (
      select from applications a where a.id = m.application_id and not ${isOwnApplication(person)})))`

/**
 * Erases messages to a person and about their meetings and applications, and their links; removes their name from
 * messages to staff, and the content of messages from their numbers.
 */
export async function eraseMessages(tx: Ctx, { person, note }: AppEvents['broker.erasing']): Promise<void> {
  const { brokerIds, emails, phones, names } = person
  const booked = hasOwnNumber(person, { phone: sql.ref('b.phone'), name: sql.ref('b.name') })
  const messages = await sql`
    delete from messages m
    where ${isWrittenTo(person)}
      or exists (select from bookings b where b.id = m.booking_id
        and (b.broker_id = any(${brokerIds}) or lower(b.email) = any(${emails}) or ${booked}))
      or exists (select from applications a where a.id = m.application_id and ${isOwnApplication(person)})`.execute(
    tx.db,
  )
  note({ what: 'Messages', rows: Number(messages.numAffectedRows ?? 0), outcome: 'erased', reason: null })
  const links = await sql`delete from short_links where broker_id = any(${brokerIds})`.execute(tx.db)
  note({ what: 'Links', rows: Number(links.numAffectedRows ?? 0), outcome: 'erased', reason: null })
  let mentions = 0
  for (const name of names) {
    // as a whole word, and not in what another broker of the same name was sent
    const word = `\\m${name.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}\\M`
    const without = (column: string) =>
      sql`${sql.ref(column)} = regexp_replace(${sql.ref(column)}, ${word}, ${ERASED_PERSON}, 'g')`
    const changed = await sql`
      update messages set ${sql.join([without('subject'), without('body'), without('html')])}
      where broker_id is null and booking_id is null and application_id is null
        and concat_ws(' ', subject, body, html) ~ ${word}`.execute(tx.db)
    mentions += Number(changed.numAffectedRows ?? 0)
  }
  note({ what: 'Mentions in messages to staff', rows: mentions, outcome: 'anonymised', reason: null })
  const replies = await sql`
    update inbound_messages set from_number = '', body = '' where from_number = any(${phones})`.execute(tx.db)
  note({
    what: 'Received SMS',
    rows: Number(replies.numAffectedRows ?? 0),
    outcome: 'anonymised',
    reason: 'Without number and text; what the vendor reports again is known by the row.',
  })
}

export async function exportMessages(tx: Ctx, { person, add }: AppEvents['broker.exporting']): Promise<void> {
  const sent = await sql<object>`
    select id, channel, recipient, subject, body, status, created_at, sent_at, delivered_at from messages m
    where ${isWrittenTo(person)}
      and template is distinct from 'reset_password' and template is distinct from 'verify_email'
    order by id`.execute(tx.db)
  add({ name: 'messages', rows: sent.rows })
  const received = await sql<object>`
    select id, from_number, body, received_at from inbound_messages
    where from_number = any(${person.phones}) order by id`.execute(tx.db)
  add({ name: 'received-sms', rows: received.rows })
}
