import type { Ctx } from '#server/ctx.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import type { CallState, StoredEvent } from '../intake/call-state.rules.ts'
import { type CallRow, claimEffects, storeEvents } from '../intake/intake.store.ts'
import { viewOfferedRates } from './offered-rates.views.ts'
import { ratesNotOffered, type StatedRate, statedRates } from './stated-rates.rules.ts'

interface TranscribedCall {
  before: CallRow
  stored: readonly StoredEvent[]
  state: Pick<CallState, 'transcript'>
}

/** Records each stated rate that the offer does not have, as an event of the call, and reports the call to staff once. */
export async function recordRateFindings(tx: Ctx, calls: readonly TranscribedCall[]): Promise<void> {
  const stating = calls
    .map((call) => ({ ...call, stated: statedRates(call.state.transcript) }))
    .filter(({ stated }) => stated.length > 0)
  if (stating.length === 0) return
  const offered = await viewOfferedRates(
    tx,
    stating.map(({ before }) => before.id),
  )
  const found = stating.flatMap(({ before, stored, stated }) => {
    const rates = ratesNotOffered(stated, offered.get(before.id) ?? new Set())
    const events = rates.map((rate) => eventOf(rate, stored))
    return events.length > 0 ? [{ before, callId: before.id, kind: 'rate_not_offered' as const, events }] : []
  })
  if (found.length === 0) return
  await storeEvents(
    tx,
    found,
    found.map(({ before }) => before),
  )
  for (const { callId, events } of await claimEffects(tx, found))
    await tx.emit('matter.reported', {
      ...{ kind: 'rate_not_offered', key: String(callId), subject: { type: 'call', id: callId }, name: null },
      details: `The agent said: “${events[0]?.text ?? ''}”`,
    })
}

function eventOf(
  { text, rate, second }: StatedRate,
  stored: readonly StoredEvent[],
): Extract<VoiceEvent, { kind: 'rate_stated' }> {
  const answered = stored.find(({ kind }) => kind === 'answered') ?? stored[0]
  const at = new Date((answered?.at.getTime() ?? 0) + second * 1000)
  return { key: `own:rate:${second}:${rate}`, at, kind: 'rate_stated', text, rate }
}
