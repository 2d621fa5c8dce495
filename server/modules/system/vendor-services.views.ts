import { sql } from 'kysely'
import { type VendorId, vendorFacts, vendors } from '#contract/calls/vendors.ts'
import { shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { ProviderName } from '#server/providers/ports/voice.ts'
import { callsService, type Service, vendorService } from './vendor-services.rules.ts'

const FORGED_DAYS = 7
const MINUTE_MS = 60_000

/** The status of calls and of each vendor. */
export async function viewVendorServices(ctx: Ctx): Promise<Service[]> {
  const { rows } = await sql<{
    vendor: VendorId
    fault: string | null
    faultAt: Date | null
    restsUntil: Date | null
    forged: number
  }>`
    select configured.vendor,
      case when state.failures > 0 then state.last_fault end as fault, state.last_fault_at as fault_at,
      case when state.rests_until > statement_timestamp() then state.rests_until end as rests_until,
      (select coalesce(sum(times), 0) from refused_callbacks
         where refused_callbacks.vendor = configured.vendor and last_at > ${ctx.now()}::timestamptz - make_interval(days => ${FORGED_DAYS})
      ) as forged
    from unnest(${[...vendors]}::text[]) as configured(vendor)
    left join vendor_states as state on state.vendor = configured.vendor`.execute(ctx.db)
  const pausedUntil = new Map(
    rows.map(({ vendor, restsUntil }) => [vendor, restsUntil && wholeMinute(restsUntil)]),
  )
  const { vendors: configured, voice } = ctx.providers
  const { active } = voice
  const calls = callsService({
    provider: active && labelOf(active.name),
    simulated: active?.simulated ?? false,
    fallback: labelOf(active && voice.fallbackOf(active.name)?.name),
    configured: vendors.filter((name) => configured[name]),
    restsUntil: (active && active.name !== 'simulator' && pausedUntil.get(active.name)) || null,
  })
  const vendorStatuses = rows.map(({ vendor, fault, faultAt, forged }) =>
    vendorService({
      vendor,
      description: configured[vendor]?.description ?? null,
      fault: fault !== null && faultAt ? { message: fault, at: shortTime(faultAt) } : null,
      restsUntil: pausedUntil.get(vendor) ?? null,
      forged: Number(forged),
    }),
  )
  return [calls, ...vendorStatuses]
}

/** Rounds up to the next full minute, so that the pause is over at the time shown. */
const wholeMinute = (at: Date): string => shortTime(new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS))

function labelOf(name: ProviderName | null | undefined): string | null {
  if (!name) return null
  return name === 'simulator' ? 'the simulator' : vendorFacts[name].label
}
