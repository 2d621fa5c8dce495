import { sql } from 'kysely'
import type { listPhoneNumbers, PhoneNumber, VendorNumber } from '#contract/calls/telephony.ts'
import { forEachVendor, type VendorId, vendors } from '#contract/calls/vendors.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { NumberRefused } from '#server/providers/ports/numbers.ts'

type Listed = ReturnsOf<typeof listPhoneNumbers>

/** A called person may call back for so long (Telemarketing Standard: a caller ID that can be called for 30 days). */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** The numbers of every vendor; one that does not respond does not hide the others'. */
export async function viewNumbers(ctx: Ctx): Promise<Listed> {
  const listed = await Promise.all(
    vendors.map(async (vendor) => [vendor, await numbersOf(ctx, vendor)] as const),
  )
  const byVendor = Object.fromEntries(listed) as Record<VendorId, VendorNumbers> // one of each
  const { twilio, vapi } = byVendor
  return {
    ...forEachVendor((vendor) => byVendor[vendor].numbers),
    twilio: twilio.numbers.map((number) => ({ ...number, sid: number.id, friendlyName: number.name })),
    status: {
      twilioConfigured: twilio.status.configured,
      vapiConfigured: vapi.status.configured,
      ...forEachVendor((vendor) => byVendor[vendor].status),
    },
  }
}

interface VendorNumbers {
  numbers: PhoneNumber[]
  status: Listed['status'][VendorId]
}

async function numbersOf(ctx: Ctx, name: VendorId): Promise<VendorNumbers> {
  const vendor = ctx.providers.vendors[name]
  if (!vendor) return { numbers: [], status: { configured: false, error: null } }
  try {
    const numbers = await withLastCalls(ctx, await vendor.numbers.list())
    return { numbers, status: { configured: true, error: null } }
  } catch (error) {
    if (!(error instanceof NumberRefused)) throw error
    return { numbers: [], status: { configured: true, error: error.message } }
  }
}

/** With each number's newest outbound call, and how long it has to be kept for people who call back. */
export async function withLastCalls(ctx: Ctx, numbers: readonly VendorNumber[]): Promise<PhoneNumber[]> {
  const given = numbers.flatMap(({ phoneNumber }) => phoneNumber ?? [])
  const { rows } = await sql<{ from: string; at: Date }>`
    select n as "from", (select created_at from calls where from_number = n order by id desc limit 1) as at
    from unnest(${given}::text[]) as n`.execute(ctx.db)
  const last = new Map(rows.map(({ from, at }) => [from, at]))
  return numbers.map((number) => {
    const at = (number.phoneNumber !== null && last.get(number.phoneNumber)) || null
    const until = at && new Date(at.getTime() + KEPT_DAYS * DAY_MS)
    return {
      ...number,
      lastCallAt: at?.toISOString() ?? null,
      keptUntil: until && until > ctx.now() ? until.toISOString() : null,
    }
  })
}
