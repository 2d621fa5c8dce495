import { vendorFacts, vendors } from '#contract/calls/vendors.ts'
import { dateIn } from '#server/calendar/days.ts'
import { zonesOf } from '#server/calendar/places.ts'
import type { Ctx } from '#server/ctx.ts'
import { holdNumber } from '#server/modules/brokers/suppressions/suppressions.ts'
import { recordLife, recordListed } from '#server/modules/calls/recovery/recover-call.ts'
import {
  mayHaveChosen,
  namedCalls,
  vendorsSince,
} from '#server/modules/calls/recovery/recovered-calls.views.ts'
import type { ListedCall, VoiceProvider } from '#server/providers/ports/voice.ts'
import { changeEnrolments } from '../store.ts'
import { calledBroker } from './recovered-enrolments.views.ts'

/** The vendors' clocks and ours may differ slightly. */
const BEFORE_MS = 2 * 60_000
/** A vendor with a call in this time before the snapshot may have had more after it. */
const USED_MS = 31 * 24 * 3_600_000

/** What a vendor's list showed. */
export interface VendorRecovery {
  vendor: string
  /** Calls that it lists since the snapshot. */
  listed: number
  /** Calls that were in the archive without a vendor's id. */
  matched: number
  /** Calls that were not in the archive. */
  added: number
  /** Numbers on hold, because what the person chose is not known. */
  held: number
  /** Why its list could not be read; null: it was. */
  problem: string | null
}

/**
 * Asks every vendor for the calls that it placed since an instant, and records those that we have no row for, so that the
 * caps, the enrolments and the suppressions count them. Safe to run again.
 */
export async function recoverCalls(ctx: Ctx, since: Date): Promise<VendorRecovery[]> {
  const used = new Set(await vendorsSince(ctx, new Date(since.getTime() - USED_MS)))
  const found: VendorRecovery[] = []
  for (const name of vendors) {
    const provider = ctx.providers.voice.named(name)
    const none = { vendor: name, listed: 0, matched: 0, added: 0, held: 0 }
    if (provider) found.push(await recoverFrom(ctx, provider, since))
    else if (used.has(name)) {
      const problem = `${vendorFacts[name].label} is not set up here: set ${vendorFacts[name].variables}.`
      found.push({ ...none, problem })
    }
  }
  return found
}

async function recoverFrom(ctx: Ctx, provider: VoiceProvider, since: Date): Promise<VendorRecovery> {
  const listing = await provider.listSince(new Date(since.getTime() - BEFORE_MS))
  const found: VendorRecovery = {
    vendor: provider.name,
    listed: 0,
    matched: 0,
    added: 0,
    held: 0,
    problem: null,
  }
  if (listing.kind === 'unavailable') return { ...found, problem: listing.message }
  const named = await namedCalls(
    ctx,
    provider.name,
    listing.calls.map(({ providerCallId }) => providerCallId),
  )
  const oldestFirst = listing.calls.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const call of oldestFirst) {
    found.listed += 1
    if (named.has(call.providerCallId)) continue
    const recorded = await record(ctx, provider, call)
    if (!recorded) continue
    found[recorded.how] += 1
    const known = await recordLife(ctx, provider, { ...recorded, providerCallId: call.providerCallId })
    if (await isHeld(ctx, provider, { call, callId: recorded.callId, known })) found.held += 1
  }
  return found
}

async function record(
  ctx: Ctx,
  provider: VoiceProvider,
  call: ListedCall,
): Promise<{ callId: number; how: 'matched' | 'added' } | null> {
  const clock = await provider.clock()
  // on a simulated clock the dial was as long ago as it is on the real one, times its speed
  const agoMs = (ctx.now().getTime() - call.at.getTime()) * clock.speed
  const calledAt = provider.ownClock ? new Date(clock.now.getTime() - agoMs) : call.at
  return ctx.tx(async (tx) => {
    const broker = await calledBroker(tx, { to: call.to, simulated: false })
    const place = broker?.place ?? { region: null, zone: null }
    const recorded = await recordListed(tx, { ...call, provider: provider.name }, async () => ({
      simulatedAt: provider.ownClock ? calledAt : null,
      brokerId: broker?.brokerId ?? null,
      enrolment: broker?.enrolment ?? null,
      capDate: dateIn(calledAt.getTime(), zonesOf(place)[0]),
    }))
    if (recorded?.how === 'added' && broker?.enrolment) {
      const { id, attempt: attempts } = broker.enrolment
      const state = { state: 'in_flight', dueAt: null, attempts, endedReason: null, reached: false } as const
      await changeEnrolments(tx, [{ id, ...state }])
    }
    return recorded
  })
}

/** Puts the number on hold where the person may have opted out in the call without our knowing. */
async function isHeld(
  ctx: Ctx,
  provider: VoiceProvider,
  { call, callId, known }: { call: ListedCall; callId: number; known: boolean },
): Promise<boolean> {
  if (provider.reportsChoices || (known && !(await mayHaveChosen(ctx, callId)))) return false
  const held = await holdNumber(ctx, {
    phone: call.to,
    at: call.at,
    text: 'Called after the backup that was restored; the choices in the call are not known. Ask the person whether they opted out.',
    call: { id: callId, simulated: false },
  })
  return held !== null
}
