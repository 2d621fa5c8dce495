import type { Ctx } from '#server/ctx.ts'
import { optOutReason } from '#server/modules/brokers/suppressions/suppressions.rules.ts'
import { insertSuppression } from '#server/modules/brokers/suppressions/suppressions.store.ts'
import type { CallEvents } from '#server/providers/ports/voice.ts'

export interface PastOptOut {
  callId: number
  phone: string
  source: 'key' | 'voice'
  /** When the call had ended. */
  at: Date
}

/** Suppresses numbers as of then: an entry keeps the time at which it is written. */
export async function writeOptOuts(tx: Ctx, optOuts: readonly PastOptOut[]): Promise<void> {
  for (const { callId, phone, source, at: createdAt } of optOuts) {
    const entry = { phone, source, reason: optOutReason(source), simulated: true, callId, createdAt }
    await insertSuppression(tx, entry)
  }
}

/** Those of calls that have been played, whose numbers are in the same order. */
export function optOutsOf(played: readonly CallEvents[], phones: readonly string[]): PastOptOut[] {
  return played.flatMap(({ callId, events }, index) => {
    const [phone, at] = [phones[index], endOf(events)]
    const chosen = events.find((event) => event.kind === 'option' && event.option === 'option_4')
    if (!phone || !at || chosen?.kind !== 'option') return []
    return [{ callId, phone, source: chosen.source, at }]
  })
}

/** When a call had ended; undefined: it has not. */
export function endOf(events: CallEvents['events']): Date | undefined {
  return events.findLast(({ kind }) => kind === 'ended')?.at
}
