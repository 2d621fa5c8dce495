import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { ensureAccount, linkBroker } from '#server/modules/accounts/portal-accounts.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { at } from './at.ts'

const DAY_MS = 86_400_000

/**
 * Gives one broker of the demo world the account that its sign-in page shows: one with a future meeting and without
 * accreditation data. Only inside `ctx.tx`, after the history has been played.
 */
export async function addBrokerAccount(tx: Ctx): Promise<void> {
  const broker = await suitableBroker(tx)
  await rename(tx, broker)
  const joined = new Date(Math.min(broker.createdAt.getTime() + DAY_MS, tx.now().getTime()))
  const then = at(tx, joined)
  const account = await ensureAccount(then, {
    email: demoBroker.email,
    name: broker.name,
    passwordHash: await tx.providers.portalSignIn.hashPassword(demoBroker.password),
  })
  await linkBroker(then, account, broker.id)
  await addActivity(then, {
    type: 'portal_registered',
    description: 'Registered for the broker portal',
    brokerId: broker.id,
    simulated: false,
  })
}

interface DemoBroker {
  id: number
  name: string
  email: string
  createdAt: Date
}

async function suitableBroker(tx: Ctx): Promise<DemoBroker> {
  const { rows } = await sql<DemoBroker>`
    select id, name, email, created_at from brokers b
    where asic_number is not null
      and not exists (select from suppressions s where s.phone = b.phone and s.ended_at is null)
      and not exists (select from applications a where a.broker_id = b.id)
    order by not exists (select from bookings where broker_id = b.id and status = 'booked'
                           and lower(during) > ${tx.now()}),
      not exists (select from messages where broker_id = b.id), id
    limit 1`.execute(tx.db)
  const [broker] = rows
  if (!broker) throw new Error('no broker of the demo world suits the demo account')
  return broker
}

/** Sets the account's address on past mails too, as if it had always been the broker's. */
async function rename(tx: Ctx, { id, email }: DemoBroker): Promise<void> {
  await tx.db.updateTable('brokers').set({ email: demoBroker.email }).where('id', '=', id).execute()
  await tx.db
    .updateTable('messages')
    .set({ recipient: demoBroker.email })
    .where('brokerId', '=', id)
    .where('recipient', '=', email)
    .execute()
}
