import { vendorLabels } from '#contract/telephony.ts'
import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import type { Gate } from './pace.ts'
import { claimHandOver, isBarred } from './place-call.store.ts'

export interface Refusal {
  /** Who refused the call before dialling. */
  from: VoiceProvider
  /** Its reason, one sentence. */
  why: string
  gate: Gate
}

/**
 * Gives a call that its provider refused before dialling to the one that stands in for it, when that one's pace
 * allows it and the call may be made still.
 * @returns who is to be asked now, once; 'kept': nobody, the refusal stands; 'gone': the call is settled otherwise
 */
export async function handOver(
  ctx: Ctx,
  callId: number,
  { from, why, gate }: Refusal,
): Promise<VoiceProvider | 'kept' | 'gone'> {
  const to = ctx.providers.voice.fallbackOf(from.name)
  if (!to || (await to.restsUntil()) || (await isBarred(ctx, callId))) return 'kept'
  const reason = why.replace(/[.\s]+$/, '')
  const message = `${labelOf(from)} refused the call before dialling: ${reason}. Handed over to ${labelOf(to)} with the fixed script.`
  const answer = await gate({
    provider: to,
    claim: (inner) => claimHandOver(inner, callId, { from: from.name, to: to.name, message }),
  })
  if (answer === 'dispatched') return to
  return answer === 'closed' ? 'kept' : 'gone'
}

function labelOf({ name }: VoiceProvider): string {
  return name === 'simulator' ? 'The simulator' : vendorLabels[name]
}
