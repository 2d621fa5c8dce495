import { vendorFacts } from '#contract/calls/vendors.ts'
import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { claimHandOver } from './claim-dispatch.store.ts'
import type { Gate } from './pace.ts'

export interface Refusal {
  /** The provider that refused the call before dialling. */
  from: VoiceProvider
  /** One sentence from the provider. */
  reason: string
  gate: Gate
}

/**
 * Hands a call that its provider refused before dialling over to the fallback provider, once that provider's pace
 * allows it, if the call may still be dialled.
 * @returns the provider that must now dial once; 'none': the refusal is final; 'lost': the call was claimed, has ended,
 * or is barred
 */
export async function handOver(
  ctx: Ctx,
  callId: number,
  { from, reason, gate }: Refusal,
): Promise<VoiceProvider | 'none' | 'lost'> {
  const to = ctx.providers.voice.fallbackOf(from.name)
  if (!to || (await to.restsUntil())) return 'none'
  const bareReason = reason.replace(/[.\s]+$/, '')
  const message = `${labelOf(from)} refused the call before dialling: ${bareReason}. Handed over to ${labelOf(to)} with the fixed script.`
  const answer = await gate({
    provider: to,
    claim: (inner) => claimHandOver(inner, callId, { from: from.name, to: to.name, message }),
  })
  if (answer === 'dispatched') return to
  return answer === 'closed' ? 'none' : 'lost'
}

function labelOf({ name }: VoiceProvider): string {
  return name === 'simulator' ? 'The simulator' : vendorFacts[name].label
}
