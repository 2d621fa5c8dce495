import type { Ctx } from '#server/ctx.ts'
import type { CallLookup, ProviderName, VoiceProvider } from '#server/providers/ports/voice.ts'
import { adoptProviderCall } from '../dispatch/place-call.store.ts'
import { endCallByUs } from '../intake/end-call.ts'
import { lockCalls } from '../intake/intake.store.ts'
import { intake } from '../intake/intake.ts'
import { afterLookup, HOPELESS_CALL_MS, NEVER_ASKED, RECORDING_LOST_MS } from './reconcile.rules.ts'
import {
  claimLateRecordings,
  claimSilent,
  claimUnpriced,
  lockNeverDispatched,
  type SilentCall,
} from './reconcile.store.ts'

/** Those of the providers that are not to be asked now: they rest, or could not say in this turn. */
type Resting = Set<string>
type Settle = (ctx: Ctx, call: SilentCall, resting: Resting) => Promise<void>

/** One turn: asks about calls that nothing is heard of, and ends what nobody can tell about. Safe to run anywhere. */
export async function reconcile(ctx: Ctx): Promise<void> {
  await endNeverDispatched(ctx)
  const resting = await restingProviders(ctx)
  const works: [typeof claimSilent, Settle][] = [
    [claimSilent, settle],
    [claimLateRecordings, settleRecording],
    [claimUnpriced, recordPrice],
  ]
  for (const [claim, work] of works) {
    for (const call of await claim(ctx, [...resting]))
      await guarded(ctx, () => work(ctx, call, resting), call)
  }
}

async function restingProviders({ providers }: Ctx): Promise<Resting> {
  const resting: Resting = new Set()
  for (const name of ['vapi', 'twilio'] satisfies ProviderName[]) {
    if (await providers.voice.named(name)?.restsUntil()) resting.add(name)
  }
  return resting
}

/** One call that cannot be settled must not keep the others waiting. */
async function guarded(ctx: Ctx, work: () => Promise<void>, call: SilentCall): Promise<void> {
  try {
    await work()
  } catch (error) {
    ctx.log.error({ err: error, callId: call.id }, 'a call could not be reconciled')
  }
}

/** In one transaction with the lock: a late process finds the call ended and does not ask. */
async function endNeverDispatched(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    for (const { id, simulated, simulatedAt } of await lockNeverDispatched(tx)) {
      const at = (simulated && simulatedAt) || tx.now()
      await endCallByUs(tx, { callId: id, key: 'never-asked', outcome: 'unknown', message: NEVER_ASKED, at })
    }
  })
}

const settle: Settle = async (ctx, call, resting) => {
  const provider = ctx.providers.voice.named(call.provider)
  const now = ctx.now()
  const clock = await clockOf(provider, call, now)
  const dispatchedAt = call.dispatchedAt ?? now
  const lastsMs = clock.getTime() - ((call.simulated && call.simulatedAt) || dispatchedAt).getTime()
  const verdict = afterLookup(await ask(provider, call, resting), {
    simulated: call.simulated,
    sinceDispatchMs: now.getTime() - dispatchedAt.getTime(),
    lastsMs,
  })
  if (verdict.kind === 'wait') return
  if (verdict.kind === 'take') return take(ctx, call, verdict)
  if (verdict.kind === 'end') {
    const { providerCallId } = verdict
    const ended = provider?.end({ callId: call.id, providerCallId })
    await (lastsMs > HOPELESS_CALL_MS ? ended?.catch(() => undefined) : ended)
    const after = await ask(provider, { ...call, providerCallId }, resting)
    if (after.kind === 'found' && after.events.some(({ kind }) => kind === 'ended'))
      return take(ctx, call, after)
  }
  await giveUp(ctx, call, { message: verdict.message, at: clock })
}

async function take(
  ctx: Ctx,
  call: SilentCall,
  found: Omit<CallLookup & { kind: 'found' }, 'kind'>,
): Promise<void> {
  const { provider, id: callId } = call
  const { events, providerCallId, from } = found
  const endRequested = await adoptProviderCall(ctx, callId, { provider, providerCallId, from })
  const over = events.some(({ kind }) => kind === 'ended')
  if (endRequested && !over) await ctx.providers.voice.named(provider)?.end({ callId, providerCallId })
  // only a configured provider is asked, so the name is one of theirs
  await intake(ctx, [{ callId, events, provider: provider as ProviderName }])
}

/** Closes a call that nobody can tell about, unless it went over to another provider while this one was asked. */
async function giveUp(
  ctx: Ctx,
  call: SilentCall,
  { message, at }: { message: string; at: Date },
): Promise<void> {
  await ctx.tx(async (tx) => {
    const [now] = await lockCalls(tx, [call.id])
    if (now?.provider !== call.provider || now.finishedAt) return
    await endCallByUs(tx, { callId: call.id, key: 'unknown', outcome: 'unknown', message, at })
  })
}

const settleRecording: Settle = async (ctx, call, resting) => {
  const provider = ctx.providers.voice.named(call.provider)
  const lookup = await ask(provider, call, resting)
  const told = lookup.kind === 'found' ? lookup.events : []
  await intake(ctx, [{ callId: call.id, events: told }])
  const came = told.some((event) => event.kind === 'recording' && event.status !== 'recording')
  const lost = call.finishedAt && ctx.now().getTime() - call.finishedAt.getTime() > RECORDING_LOST_MS
  if (came || !lost) return
  const at = await clockOf(provider, call, ctx.now())
  const event = { key: 'own:recording-lost', at, kind: 'recording', status: 'failed', ref: null } as const
  await intake(ctx, [{ callId: call.id, events: [event] }])
}

/** The price comes some time after the end, and not by itself. */
const recordPrice: Settle = async (ctx, call, resting) => {
  const lookup = await ask(ctx.providers.voice.named(call.provider), call, resting)
  if (lookup.kind === 'found') await intake(ctx, [{ callId: call.id, events: lookup.events }])
}

async function ask(provider: VoiceProvider | null, call: SilentCall, resting: Resting): Promise<CallLookup> {
  if (!provider) return { kind: 'unavailable', message: `${call.provider} is no longer configured` }
  if (resting.has(provider.name)) return { kind: 'unavailable', message: `${call.provider} rests` }
  const lookup = await lookUp(provider, call)
  // who cannot say is left alone until the next turn
  if (lookup.kind === 'unavailable' && !provider.simulated) resting.add(provider.name)
  return lookup
}

async function lookUp(provider: VoiceProvider, call: SilentCall): Promise<CallLookup> {
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
