import { outcomeTable } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { FinishedCall } from '#server/events.ts'
import type { CallEvents } from '#server/providers/ports/voice.ts'
import { adoptProviderCall } from '../dispatch/place-call.store.ts'
import { updateRecording } from '../listeners.ts'
import { type CallState, callStateOf, type StoredEvent } from './call-state.rules.ts'
import { type CallRow, claimEffect, lockCalls, storeEvents, storeStates } from './intake.store.ts'

/**
 * Takes in what providers tell: each event is stored once, the calls are folded from all of their events, and the
 * other modules hear of chosen options and of ends, all in one transaction. Safe to repeat.
 */
export async function intake(ctx: Ctx, batch: readonly CallEvents[]): Promise<void> {
  const told = batch.filter(({ events }) => events.length > 0)
  if (told.length === 0) return
  await ctx.tx(async (tx) => {
    const calls = await lockCalls(
      tx,
      told.map(({ callId }) => callId),
    )
    const known = new Map(calls.map((call) => [call.id, call]))
    const strange = told.filter(({ callId }) => !known.has(callId))
    for (const { callId, events } of strange)
      tx.log.warn({ callId, events: events.length }, 'events of no call')
    const meant = told.flatMap((call) => meantFor(known.get(call.callId), call, tx.log) ?? [])
    await nameCalls(tx, meant, known)
    const events = await storeEvents(tx, meant)
    // told before: nothing is new
    if (events.size > 0) await refold(tx, calls, events)
  })
}

/** What counts of what a provider tells of a call; null: nothing. */
function meantFor(call: CallRow | undefined, told: CallEvents, log: Ctx['log']): CallEvents | null {
  if (!call) return null
  if (told.provider === undefined || told.provider === call.provider) return told
  log.warn({ callId: call.id, provider: told.provider }, 'events of a provider that is not the call’s')
  // nobody should have been called by it; but who asks not to be called again is heard
  const events = told.events.filter((event) => event.kind === 'option' && event.option === 'option_4')
  return events.length > 0 ? { callId: told.callId, events } : null
}

/** A call whose answer was lost is named by its callbacks. */
async function nameCalls(
  tx: Ctx,
  told: readonly CallEvents[],
  known: ReadonlyMap<number, CallRow>,
): Promise<void> {
  for (const { callId, provider, providerCallId } of told) {
    if (!provider || !providerCallId || known.get(callId)?.providerCallId) continue
    await adoptProviderCall(tx, callId, { provider, providerCallId, from: null })
  }
}

/** Folds those calls that something new was told of; their rows are locked. */
async function refold(
  tx: Ctx,
  calls: readonly CallRow[],
  events: ReadonlyMap<number, readonly StoredEvent[]>,
): Promise<void> {
  const folded = calls.flatMap((before) => {
    const stored = events.get(before.id)
    return stored ? [{ before, stored, state: callStateOf(stored, before) }] : []
  })
  await storeStates(
    tx,
    folded.map(({ before, state }) => ({
      id: before.id,
      state,
      countsTowardsCaps: state.outcome === null || outcomeTable[state.outcome].countsTowardsCaps,
    })),
  )
  const finished: FinishedCall[] = []
  for (const call of folded) {
    await tell(tx, call)
    const { before, state } = call
    if (state.outcome === null || state.outcome === before.outcome) continue
    finished.push({ callId: before.id, outcome: state.outcome, corrected: before.outcome !== null })
  }
  if (finished.length > 0) await tx.emit('calls.finished', { calls: finished })
  tx.changed('calls', 'campaigns', 'dashboard')
}

async function tell(
  tx: Ctx,
  { before, stored, state }: { before: CallRow; stored: readonly StoredEvent[]; state: CallState },
): Promise<void> {
  const callId = before.id
  for (const event of stored) {
    if (event.kind === 'option' && (await claimEffect(tx, callId, event.option))) {
      const { option, source, slot = null } = event
      await tx.emit('call.optionChosen', { callId, option, source, slot })
    }
    if (event.kind === 'operator' && !event.connected && (await claimEffect(tx, callId, 'operator'))) {
      await tx.emit('call.personAsked', { callId })
    }
  }
  if (state.recordingStatus !== before.recordingStatus)
    await updateRecording(tx, before, state.recordingStatus)
}
