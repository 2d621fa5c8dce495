import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents, Person } from '#server/events.ts'
import { hasOwnNumber } from '#server/modules/brokers/person.ts'

/** A condition: the person has registered, with their address or their number. */
const isOwn = (person: Person) => sql<SqlBool>`
  (email = any(${person.emails}) or ${hasOwnNumber(person, { phone: sql.ref('phone'), name: sql.ref('name') })})`

/** Erases a person's statements in registrations. */
export async function eraseRegistrations(
  tx: Ctx,
  { person, note }: AppEvents['broker.erasing'],
): Promise<void> {
  const [gone] = await tx.db.deleteFrom('brokerRegistrations').where(isOwn(person)).execute()
  const rows = Number(gone?.numDeletedRows ?? 0)
  note({ what: 'Registrations', rows, outcome: 'erased', reason: null })
}

export async function exportRegistrations(
  tx: Ctx,
  { person, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const rows = await tx.db
    .selectFrom('brokerRegistrations')
    .select([
      'id',
      'email',
      'name',
      'phone',
      'company',
      'region',
      'asicNumber',
      'membership',
      'createdAt',
      'usedAt',
    ])
    .where(isOwn(person))
    .orderBy('id')
    .execute()
  add({ name: 'registrations', rows })
}
