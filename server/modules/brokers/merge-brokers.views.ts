import { sql } from 'kysely'
import type { z } from 'zod'
import type { brokerAlike, findAlike } from '#contract/brokers/broker-merge.ts'
import { cleanEmail } from '#contract/email.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { foldKey } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { plainAsicNumber, plainAsicNumberOf } from './asic-number.rules.ts'
import { parsePhone } from './phone.rules.ts'
import { findBroker } from './store.ts'

type Alike = z.output<typeof brokerAlike>

const MAX_DUPLICATES = 20

export interface Identifiers {
  email: string | null
  /** E.164. */
  phone: string | null
  asicNumber: string | null
  name?: string | null
  company?: string | null
}

/** Brokers with the same email, phone, ASIC number or name, closest match first. @param except id to leave out */
export async function viewAlike(ctx: Ctx, identifiers: Identifiers, except = 0): Promise<Alike[]> {
  const email = (identifiers.email ?? '').toLowerCase()
  const asic = plainAsicNumber(identifiers.asicNumber)
  // these match the expressions of the brokers' indexes exactly, so that the indexes are used
  const sameEmail = sql<boolean>`(${email} <> '' and email is not null and lower(email) = ${email})`
  const samePhone = sql<boolean>`(phone = ${identifiers.phone})`
  const sameAsic = sql<boolean>`(${asic} <> '' and asic_number is not null
    and ${plainAsicNumberOf(sql`asic_number`)} = ${asic})`
  const [nameKey, companyKey] = [foldKey(identifiers.name ?? ''), foldKey(identifiers.company ?? '')]
  const sameName = sql<boolean>`(${nameKey} <> '' and fold_key(name) = ${nameKey}
    and (${companyKey} = '' or coalesce(fold_key(company), '') in ('', ${companyKey})))`
  const { rows } = await sql<Match>`
    select id, name, company, email, phone, asic_number, coalesce(${sameEmail}, false) as same_email,
           coalesce(${samePhone}, false) as same_phone, coalesce(${sameAsic}, false) as same_asic,
           coalesce(${sameName}, false) as same_name
    from brokers where id in (
      -- each by its own index
      select id from brokers where ${sameEmail} union select id from brokers where ${samePhone}
      union select id from brokers where ${sameAsic} union select id from brokers where ${sameName}
    ) and id <> ${except}
    order by id limit ${MAX_DUPLICATES}`.execute(ctx.db)
  return rows.map(toAlike).sort((a, b) => b.same.length - a.same.length)
}

/** @throws AppError not_found */
export async function viewAlikeOf(ctx: Ctx, id: number): Promise<Alike[]> {
  const row = await findBroker(ctx, id)
  if (!row) throw notFound('Broker')
  return viewAlike(ctx, row, id)
}

/** Records that may match details as they are typed; an invalid phone number matches none. */
export async function viewAlikeTyped(
  ctx: Ctx,
  { email, phone, asicNumber, name, company }: QueryOf<typeof findAlike>,
): Promise<Alike[]> {
  const parsed = parsePhone(phone ?? '')
  return viewAlike(ctx, {
    email: cleanEmail(email ?? '') || null,
    phone: parsed.ok ? parsed.e164 : null,
    asicNumber: asicNumber || null,
    name: name ?? null,
    company: company ?? null,
  })
}

interface Match extends Omit<Alike, 'same'> {
  sameEmail: boolean
  samePhone: boolean
  sameAsic: boolean
  sameName: boolean
}

function toAlike({ sameEmail, samePhone, sameAsic, sameName, ...broker }: Match): Alike {
  const same: Alike['same'] = []
  if (sameEmail) same.push('email')
  if (samePhone) same.push('phone')
  if (sameAsic) same.push('asicNumber')
  if (sameName) same.push('name')
  return { ...broker, same }
}
