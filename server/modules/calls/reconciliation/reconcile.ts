import { vendors } from '#contract/calls/vendors.ts'
import type { Ctx } from '#server/ctx.ts'
import type { CallLookup, ProviderName, VoiceProvider } from '#server/providers/ports/voice.ts'
import { adoptProviderCall } from '../dispatch/place-call.store.ts'
import { endings } from '../intake/call-endings.rules.ts'
import { finishCall } from '../intake/finish-call.ts'
import { lockCalls } from '../intake/intake.store.ts'
import { intake } from '../intake/intake.ts'
import { afterLookup, FORCE_CLOSE_MS, RECORDING_LOST_MS } from './reconcile.rules.ts'
import {
  claimLateRecordings,
  claimSilent,
  claimUnpriced,
  lockNeverDispatched,
  type SilentCall,
} from './reconcile.store.ts'

/** Providers that get no more lookups in this turn: they rest, or were unavailable. */
type Resting = Set<string>
type Reconcile = (ctx: Ctx, call: SilentCall, resting: Resting) => Promise<void>

/** One turn: looks up silent calls with their providers and closes those that stay unknown. Any process may run it. */
export async function reconcile(ctx: Ctx): Promise<void> {
  await endNeverDispatched(ctx)
  const resting = await restingProviders(ctx)
  const tasks: [typeof claimSilent, Reconcile][] = [
    [claimSilent, reconcileCall],
    [claimLateRecordings, reconcileRecording],
    [claimUnpriced, recordPrice],
  ]
  for (const [claim, task] of tasks) {
    for (const call of await claim(ctx, [...resting]))
      await logFailure(ctx, () => task(ctx, call, resting), call)
  }
}

async function restingProviders({ providers }: Ctx): Promise<Resting> {
  const resting: Resting = new Set()
  for (const name of vendors) {
    if (await providers.voice.named(name)?.restsUntil()) resting.add(name)
  }
  return resting
}

/** Logs a failure, so that one call does not hold up the others. */
async function logFailure(ctx: Ctx, task: () => Promise<void>, call: SilentCall): Promise<void> {
  try {
    await task()
  } catch (error) {
    ctx.log.error({ err: error, callId: call.id }, 'call not reconciled')
  }
}

/** Ends the calls in the transaction that locks them, so that a late process finds them ended and does not dial. */
async function endNeverDispatched(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    for (const { id, simulated, simulatedAt } of await lockNeverDispatched(tx)) {
      const at = (simulated && simulatedAt) || tx.now()
      await finishCall(tx, { callId: id, at }, endings.neverDispatched)
    }
  })
}

const reconcileCall: Reconcile = async (ctx, call, resting) => {
  const provider = ctx.providers.voice.named(call.provider)
  const now = ctx.now()
  const clock = await clockOf(provider, call, now)
  const dispatchedAt = call.dispatchedAt ?? now
  const lastsMs = clock.getTime() - ((call.simulated && call.simulatedAt) || dispatchedAt).getTime()
  const verdict = afterLookup(await lookUp(provider, call, resting), {
    simulated: call.simulated,
    sinceDispatchMs: now.getTime() - dispatchedAt.getTime(),
    lastsMs,
    transferred: call.transferred,
  })
  if (verdict.kind === 'wait') return
  if (verdict.kind === 'record') return recordEvents(ctx, call, verdict)
  if (verdict.kind === 'end') {
    const { providerCallId } = verdict
    const ended = provider?.end({ callId: call.id, providerCallId })
    await (lastsMs > FORCE_CLOSE_MS ? ended?.catch(() => undefined) : ended)
    const after = await lookUp(provider, { ...call, providerCallId }, resting)
    if (after.kind === 'found' && after.events.some(({ kind }) => kind === 'ended'))
      return recordEvents(ctx, call, after)
  }
  await closeUnknown(ctx, call, { message: verdict.message, at: clock })
}

async function recordEvents(
  ctx: Ctx,
  call: SilentCall,
  found: Omit<CallLookup & { kind: 'found' }, 'kind'>,
): Promise<void> {
  const { provider, id: callId } = call
  const { events, providerCallId, from } = found
  const endRequested = await adoptProviderCall(ctx, callId, { provider, providerCallId, from })
  const over = events.some(({ kind }) => kind === 'ended')
  if (endRequested && !over) await ctx.providers.voice.named(provider)?.end({ callId, providerCallId })
  // only a configured provider can return a lookup, so the name is valid
  await intake(ctx, [{ callId, events, provider: provider as ProviderName }])
}

/** Closes a call with an unknown outcome, unless it ended or was handed over to another provider meanwhile. */
async function closeUnknown(
  ctx: Ctx,
  call: SilentCall,
  { message, at }: { message: string; at: Date },
): Promise<void> {
  await ctx.tx(async (tx) => {
    const [current] = await lockCalls(tx, [call.id])
    if (current?.provider !== call.provider || current.finishedAt) return
    await finishCall(tx, { callId: call.id, at }, endings.unknown(message))
  })
}

const reconcileRecording: Reconcile = async (ctx, call, resting) => {
  const provider = ctx.providers.voice.named(call.provider)
  const lookup = await lookUp(provider, call, resting)
  const events = lookup.kind === 'found' ? lookup.events : []
  await intake(ctx, [{ callId: call.id, events }])
  const arrived = events.some((event) => event.kind === 'recording' && event.status !== 'recording')
  const lost = call.finishedAt && ctx.now().getTime() - call.finishedAt.getTime() > RECORDING_LOST_MS
  if (arrived || !lost) return
  const at = await clockOf(provider, call, ctx.now())
  const event = { key: 'own:recording-lost', at, kind: 'recording', status: 'failed', ref: null } as const
  await intake(ctx, [{ callId: call.id, events: [event] }])
}

/** Looks the price up, as providers set it some time after the end and send no callback for it. */
const recordPrice: Reconcile = async (ctx, call, resting) => {
  const lookup = await lookUp(ctx.providers.voice.named(call.provider), call, resting)
  if (lookup.kind === 'found') await intake(ctx, [{ callId: call.id, events: lookup.events }])
}

async function lookUp(
  provider: VoiceProvider | null,
  call: SilentCall,
  resting: Resting,
): Promise<CallLookup> {
  if (!provider) return { kind: 'unavailable', message: `${call.provider} is no longer configured` }
  if (resting.has(provider.name)) return { kind: 'unavailable', message: `${call.provider} rests` }
  const lookup = await requestLookup(provider, call)
  // an unavailable provider gets no more lookups until the next turn
  if (lookup.kind === 'unavailable' && !provider.simulated) resting.add(provider.name)
  return lookup
}

async function requestLookup(provider: VoiceProvider, call: SilentCall): Promise<CallLookup> {
  try {
    return await provider.lookup({ callId: call.id, providerCallId: call.providerCallId })
  } catch (error) {
    return { kind: 'unavailable', message: error instanceof Error ? error.message : String(error) }
  }
}

async function clockOf(provider: VoiceProvider | null, call: SilentCall, now: Date): Promise<Date> {
  if (!call.simulated || !call.simulatedAt) return now
  return provider ? provider.now() : call.simulatedAt
}
