import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents, Person } from '#server/events.ts'
import { formatPhone } from './phone.rules.ts'
import { type BrokerRow, findBroker } from './store.ts'

interface Words {
  name: string | null
  email: string | null
  phone: string | null
}

/** Everything that names a broker: the record now and as it was before, merged ones, and the portal account. */
export async function personOf(tx: Ctx, broker: BrokerRow): Promise<Person> {
  const { rows: merges } = await sql<{ fromId: number; merged: Words }>`
    select from_id, merged from broker_merges where into_id = ${broker.id}`.execute(tx.db)
  const brokerIds = [broker.id, ...merges.map(({ fromId }) => fromId)]
  const { rows: former } = await sql<Words>`
    select said ->> 'name' as name, said ->> 'email' as email, said ->> 'phone' as phone
    from audit_log, lateral (values (before), (after)) as both_sides (said)
    where subject_type = 'broker' and subject_id = any(${brokerIds.map(String)})
      and action in ('broker.created', 'broker.changed', 'broker.merged') and said is not null
    union all select name, email, null from users where broker_id = ${broker.id} and role is null`.execute(
    tx.db,
  )
  const all: Words[] = [broker, ...merges.map(({ merged }) => merged), ...former]
  const others = await sharedWith(tx, brokerIds)
  return {
    brokerIds,
    names: distinct(all.map(({ name }) => name)),
    emails: distinct(all.map(({ email }) => email?.toLowerCase())).filter((email) => !others.has(email)),
    phones: distinct(all.map(({ phone }) => phone)).filter((phone) => !others.has(phone)),
  }
}

export async function findPerson(tx: Ctx, brokerId: number): Promise<Person | null> {
  const broker = await findBroker(tx, brokerId)
  return broker ? personOf(tx, broker) : null
}

/** What other brokers have too, like the number of an office: what stands under it may be theirs. */
async function sharedWith(tx: Ctx, brokerIds: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from brokers own
    join brokers other on other.id <> all(${brokerIds}) and (other.phone = own.phone or lower(other.email) = lower(own.email)),
      lateral (values (other.phone), (lower(other.email))) as words (word)
    where own.id = any(${brokerIds}) and word in (own.phone, lower(own.email))`.execute(tx.db)
  return new Set(rows.map(({ word }) => word))
}

const distinct = (words: (string | null | undefined)[]): string[] =>
  [...new Set(words)].filter((word): word is string => Boolean(word))

/** The ways in which a number is written: E.164, as people write it, and the same without spaces. */
export function notationsOf(phones: readonly string[]): string[] {
  return distinct(
    phones.flatMap((phone) => [phone, formatPhone(phone), formatPhone(phone).replaceAll(/[^\d+]/g, '')]),
  )
}

/** What the brokers' own tables hold. */
export async function exportBroker(
  tx: Ctx,
  { person: { brokerIds, phones }, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const all = async (name: string, query: ReturnType<typeof sql<object>>): Promise<void> =>
    add({ name, rows: (await query.execute(tx.db)).rows })
  await all('record', sql`select * from brokers where id = any(${brokerIds})`)
  await all('timeline', sql`select * from activities where broker_id = any(${brokerIds}) order by id`)
  await all('suppressions', sql`select * from suppressions where phone = any(${phones}) order by id`)
  await all('register-checks', sql`select * from number_washes where phone = any(${phones})`)
  await all('former-versions', sql`select * from broker_import_changes where broker_id = any(${brokerIds})`)
  await all('merged-records', sql`select * from broker_merges where into_id = any(${brokerIds})`)
  await all(
    'imported-rows',
    sql`select import_id, row, cells from broker_import_rows where existing_id = any(${brokerIds})`,
  )
  await all(
    'call-decisions',
    sql`select id, decided_at, verdict, reasons, facts from call_decisions
        where broker_id = any(${brokerIds}) order by id`,
  )
  await all('visits', sql`select at, device, referrer_host from visits where broker_id = any(${brokerIds})`)
}
