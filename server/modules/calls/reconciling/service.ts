import type { Ctx } from '#server/ctx.ts'
import type { CallLookup, VoiceProvider } from '#server/providers/voice/port.ts'
import { endByUs } from '../intake/own-end.ts'
import { intake } from '../intake/service.ts'
import { adoptProviderCall } from '../placing/store.ts'
import { afterLookup, NEVER_ASKED, RECORDING_LOST_MS } from './rules.ts'
import { claimLateRecordings, claimSilent, lockNeverAsked, type SilentCall } from './store.ts'

/** One turn: asks about calls that nothing is heard of, and ends what nobody can tell about. Safe to run anywhere. */
export async function reconcile(ctx: Ctx): Promise<void> {
  await endNeverAsked(ctx)
  for (const call of await claimSilent(ctx)) await guarded(ctx, call, settle)
  for (const call of await claimLateRecordings(ctx)) await guarded(ctx, call, settleRecording)
}

/** One call that cannot be settled must not keep the others waiting. */
async function guarded(
  ctx: Ctx,
  call: SilentCall,
  work: (ctx: Ctx, call: SilentCall) => Promise<void>,
): Promise<void> {
  try {
    await work(ctx, call)
  } catch (error) {
    ctx.log.error({ err: error, callId: call.id }, 'a call could not be reconciled')
  }
}

/** In one transaction with the lock: a late process finds the call ended and does not ask. */
async function endNeverAsked(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    for (const { id, simulatedAt } of await lockNeverAsked(tx)) {
      const at = simulatedAt ?? tx.now()
      await endByUs(tx, { callId: id, key: 'never-asked', outcome: 'unknown', message: NEVER_ASKED, at })
    }
  })
}

async function settle(ctx: Ctx, call: SilentCall): Promise<void> {
  const provider = ctx.providers.voice.named(call.provider)
  const now = ctx.now()
  const clock = await clockOf(provider, call, now)
  const dispatchedAt = call.dispatchedAt ?? now
  const verdict = afterLookup(await ask(provider, call), {
    sinceDispatchMs: now.getTime() - dispatchedAt.getTime(),
    lastsMs: clock.getTime() - ((call.simulated && call.simulatedAt) || dispatchedAt).getTime(),
  })
  if (verdict.kind === 'take') {
    await adoptProviderCall(ctx, call.id, { providerCallId: verdict.providerCallId, from: verdict.from })
    await intake(ctx, [{ callId: call.id, events: verdict.events }])
  }
  if (verdict.kind === 'give_up') {
    if (verdict.end) await provider?.end({ callId: call.id, providerCallId: call.providerCallId })
    const { message } = verdict
    await endByUs(ctx, { callId: call.id, key: 'unknown', outcome: 'unknown', message, at: clock })
  }
}

async function settleRecording(ctx: Ctx, call: SilentCall): Promise<void> {
  const provider = ctx.providers.voice.named(call.provider)
  const lookup = await ask(provider, call)
  const told = lookup.kind === 'found' ? lookup.events : []
  await intake(ctx, [{ callId: call.id, events: told }])
  const came = told.some((event) => event.kind === 'recording' && event.status !== 'recording')
  const lost = call.finishedAt && ctx.now().getTime() - call.finishedAt.getTime() > RECORDING_LOST_MS
  if (came || !lost) return
  const at = await clockOf(provider, call, ctx.now())
  const event = { key: 'own:recording-lost', at, kind: 'recording', status: 'failed', ref: null } as const
  await intake(ctx, [{ callId: call.id, events: [event] }])
}

async function ask(provider: VoiceProvider | null, call: SilentCall): Promise<CallLookup> {
  if (!provider) return { kind: 'unavailable', message: `${call.provider} is no longer configured` }
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
