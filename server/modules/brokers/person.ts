import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldKey } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Person } from '#server/events.ts'
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
  const emails = distinct(all.map(({ email }) => email?.toLowerCase()))
  const phones = distinct(all.map(({ phone }) => phone))
  const others = await wordsOfOthers(tx, brokerIds, emails, phones)
  return {
    brokerIds,
    names: distinct(all.map(({ name }) => name)),
    emails: emails.filter((email) => !others.has(email)),
    phones: phones.filter((phone) => !others.has(phone)),
  }
}

export async function findPerson(tx: Ctx, brokerId: number): Promise<Person | null> {
  const broker = await findBroker(tx, brokerId)
  return broker ? personOf(tx, broker) : null
}

/**
 * Those of the words that other records have today, like the number of an office or one given up: rows with them may be
 * others'.
 */
async function wordsOfOthers(
  tx: Ctx,
  brokerIds: readonly number[],
  emails: readonly string[],
  phones: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select phone as word from brokers where phone = any(${phones}) and id <> all(${brokerIds})
    union select lower(email) from brokers where lower(email) = any(${emails}) and id <> all(${brokerIds})
    union select lower(email) from users where lower(email) = any(${emails})
      and (role is not null or broker_id <> all(${brokerIds}))`.execute(tx.db)
  return new Set(rows.map(({ word }) => word))
}

/**
 * A condition: a row has a mobile of the person, or another number of theirs with no name or theirs. Colleagues share
 * the number of an office, so the name decides; a mobile is one person's, by whatever name.
 * @param phone in E.164, and `name`: columns of the row
 */
export function hasOwnNumber(
  { phones, names }: Pick<Person, 'phones' | 'names'>,
  { phone, name }: { phone: RawBuilder<unknown>; name: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  const key = sql`fold_key(coalesce(${name}, ''))`
  return sql<SqlBool>`(${phone} = any(${phones})
    and (${phone} like '+614%' or ${key} = any(${['', ...names.map(foldKey)]})))`
}

const distinct = (words: (string | null | undefined)[]): string[] =>
  [...new Set(words)].filter((word): word is string => Boolean(word))

/** The ways in which a number is written: E.164, as people write it, and the same without spaces. */
export function notationsOf(phones: readonly string[]): string[] {
  return distinct(
    phones.flatMap((phone) => [phone, formatPhone(phone), formatPhone(phone).replaceAll(/[^\d+]/g, '')]),
  )
}
