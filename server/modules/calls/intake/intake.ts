import { type CallOutcome, type CallResponse, outcomeTable } from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { ChosenOption, FinishedCall } from '#server/events.ts'
import type { CallEvents } from '#server/providers/ports/voice.ts'
import { adoptProviderCall } from '../dispatch/place-call.store.ts'
import { endSoon } from '../due-ends/due-ends.store.ts'
import { recordRateFindings } from '../findings/rate-findings.ts'
import { closeHandOffs } from '../hand-off/close-hand-offs.ts'
import { updateRecording } from '../listeners.ts'
import { evidenceOf, optOutEvidence } from '../transcripts/readings.rules.ts'
import {
  type CallState,
  callbackIn,
  callStateOf,
  realTime,
  type StoredEvent,
  unansweredOptOut,
  unconfirmedIn,
} from './call-state.rules.ts'
import {
  type CallRow,
  claimEffects,
  lockCalls,
  restoreCapDays,
  storeEvents,
  storeStates,
} from './intake.store.ts'

/**
 * Processes provider events in one transaction: stores each event once, folds the calls from all of their events, and
 * emits chosen options and finished calls to other modules. Idempotent.
 */
export async function intake(ctx: Ctx, batch: readonly CallEvents[]): Promise<void> {
  const received = batch.filter(({ events }) => events.length > 0)
  if (received.length === 0) return
  await ctx.tx(async (tx) => {
    const calls = await lockCalls(
      tx,
      received.map(({ callId }) => callId),
    )
    const known = new Map(calls.map((call) => [call.id, call]))
    const unknown = received.filter(({ callId }) => !known.has(callId))
    for (const { callId, events } of unknown)
      tx.log.warn({ callId, events: events.length }, 'events for an unknown call')
    const accepted = received.flatMap((call) => acceptedEvents(known.get(call.callId), call, tx.log) ?? [])
    await adoptProviderCalls(tx, accepted, known)
    const events = await storeEvents(tx, accepted, calls)
    // empty when every event was a repeat
    if (events.size > 0) await refold(tx, calls, events)
  })
}

/** The events that count for a call; null: none. */
function acceptedEvents(call: CallRow | undefined, received: CallEvents, log: Ctx['log']): CallEvents | null {
  if (!call) return null
  if (received.provider === undefined || received.provider === call.provider) return received
  log.warn(
    { callId: call.id, provider: received.provider },
    'events from a provider that does not own the call',
  )
  // this provider should not have dialled, but an opt-out always counts
  const events = received.events.filter((event) => event.kind === 'option' && event.option === 'option_4')
  return events.length > 0 ? { callId: received.callId, events } : null
}

/** Stores the provider's call id from a callback when the provider's answer to the dial was lost. */
async function adoptProviderCalls(
  tx: Ctx,
  received: readonly CallEvents[],
  known: ReadonlyMap<number, CallRow>,
): Promise<void> {
  for (const { callId, provider, providerCallId } of received) {
    if (!provider || !providerCallId || known.get(callId)?.providerCallId) continue
    await adoptProviderCall(tx, callId, { provider, providerCallId, from: null })
  }
}

/** Folds the calls that have new events; their rows are locked. */
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
      countsTowardsCaps: countsTowardsCaps(state.outcome),
    })),
  )
  const corrected = folded.filter(
    // the table's check allows no other outcome
    ({ before, state }) =>
      !countsTowardsCaps(before.outcome as CallOutcome | null) && countsTowardsCaps(state.outcome),
  )
  if (corrected.length > 0)
    await restoreCapDays(
      tx,
      corrected.map(({ before }) => before.id),
    )
  const missed = await closeHandOffs(
    tx,
    folded.flatMap(({ before, state }) =>
      state.outcome === null ? [] : [{ callId: before.id, endedAt: state.callEndTime }],
    ),
  )
  await emitChoices(tx, folded, missed)
  await emitUnconfirmed(tx, folded)
  await emitUnclearOptOuts(tx, folded)
  await emitCallbacks(tx, folded)
  await reportChallenges(tx, folded)
  await recordRateFindings(tx, folded)
  const finished: FinishedCall[] = []
  for (const { before, state } of folded) {
    if (state.recordingStatus !== before.recordingStatus)
      await updateRecording(tx, before, state.recordingStatus)
    if (state.outcome === null || state.outcome === before.outcome) continue
    finished.push({ callId: before.id, outcome: state.outcome, corrected: before.outcome !== null })
  }
  if (finished.length > 0) await tx.emit('calls.finished', { calls: finished })
}

const countsTowardsCaps = (outcome: CallOutcome | null): boolean =>
  outcome === null || outcomeTable[outcome].countsTowardsCaps

interface Folded {
  before: CallRow
  stored: readonly StoredEvent[]
  state: CallState
}

/**
 * Emits each chosen option and request for a person once per call. After an opt-out in the call nothing else is done. A
 * meeting is emitted once without a time and once for each time that was accepted last: bookings books one per call.
 * @param missed calls that a person accepted too late to talk to anybody
 */
async function emitChoices(tx: Ctx, folded: readonly Folded[], missed: readonly number[]): Promise<void> {
  const optedOut = new Set(
    folded.flatMap(({ before, state }) => (state.response === 'option_4' ? before.id : [])),
  )
  const lost = missed
    .filter((callId) => !optedOut.has(callId))
    .map((callId): Effect => ({ callId, kind: 'operator', chosen: null }))
  const requested = folded.flatMap(({ before: { id: callId }, stored, state }) => {
    const meeting = lastMeeting(stored)
    return stored.flatMap((event): Effect[] => {
      const isOptOut = event.kind === 'option' && event.option === 'option_4'
      if (state.response === 'option_4' && !isOptOut) return []
      if (event.kind === 'option') {
        if (event.option === 'option_2' && event !== meeting) return []
        const { option, source, slot = null } = event
        const evidence = option === 'option_4' && source === 'voice' ? optOutEvidence(stored, event) : null
        const kind = option === 'option_2' ? (`option_2:${slot ?? 'wanted'}` as const) : option
        return [{ callId, kind, chosen: { callId, option, source, slot, evidence } }]
      }
      return event.kind === 'operator' && !event.connected ? [{ callId, kind: 'operator', chosen: null }] : []
    })
  })
  // a choice that is reported twice counts once
  const once = [
    ...new Map([...requested, ...lost].map((effect) => [`${effect.callId} ${effect.kind}`, effect])).values(),
  ]
  if (once.length === 0) return
  const claimed = await claimEffects(tx, once)
  const choices = claimed.flatMap(({ chosen }) => chosen ?? [])
  await endSoon(
    tx,
    choices.filter(({ option }) => option === 'option_4').map(({ callId }) => callId),
  )
  if (choices.length > 0) await tx.emit('calls.optionsChosen', { choices })
  for (const { callId, chosen } of claimed) if (!chosen) await tx.emit('call.personAsked', { callId })
}

/** The last choice of a meeting with a time, else the last without. */
function lastMeeting(stored: readonly StoredEvent[]): StoredEvent | undefined {
  const meetings = stored
    .filter((event) => event.kind === 'option' && event.option === 'option_2')
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return meetings.findLast((event) => event.kind === 'option' && event.slot) ?? meetings.at(-1)
}

async function emitUnconfirmed(tx: Ctx, folded: readonly Folded[]): Promise<void> {
  const found = folded.flatMap(({ before: { id: callId }, stored, state }) =>
    state.outcome === 'human'
      ? unconfirmedIn(stored).map((wish) => ({ callId, wish, kind: `unconfirmed:${wish}` }) as const)
      : [],
  )
  if (found.length === 0) return
  for (const { callId, wish } of await claimEffects(tx, found))
    await tx.emit('call.unconfirmed', { callId, wish })
}

/** Emits once per call that it ended without an answer to whether the person opted out. */
async function emitUnclearOptOuts(tx: Ctx, folded: readonly Folded[]): Promise<void> {
  const found = folded.flatMap(({ before, stored, state }) => {
    const said = unansweredOptOut(stored, state)
    if (!said) return []
    const at = realTime({ at: said.at, receivedAt: tx.now() }, before)
    const evidence = evidenceOf(said, stored)
    return [{ callId: before.id, kind: 'opt_out_unclear', evidence, at } as const]
  })
  if (found.length === 0) return
  for (const { callId, evidence, at } of await claimEffects(tx, found))
    await tx.emit('call.optOutUnclear', { callId, evidence, at })
}

/** Emits the last wish of each call once; an earlier one that arrives late changes nothing. */
async function emitCallbacks(tx: Ctx, folded: readonly Folded[]): Promise<void> {
  const found = folded.flatMap(({ before, stored }) => {
    const wish = callbackIn(stored)
    return wish ? [{ callId: before.id, kind: `callback:${wish.key}`, wish } as const] : []
  })
  if (found.length === 0) return
  for (const { callId, wish } of await claimEffects(tx, found)) {
    const [from, to] = [new Date(wish.from), new Date(wish.to)]
    await tx.emit('call.callbackRequested', { callId, words: wish.text, from, to })
  }
}

/** Reports once per call that the carrier challenged it: its calling number is not presented properly. */
async function reportChallenges(tx: Ctx, folded: readonly Folded[]): Promise<void> {
  const challenged = folded.flatMap(({ before: { id: callId, fromNumber }, stored }) =>
    stored.some((event) => event.kind === 'answered_by' && event.who === 'carrier_challenge')
      ? [{ callId, kind: 'carrier_challenge', number: fromNumber } as const]
      : [],
  )
  if (challenged.length === 0) return
  for (const { callId, number } of await claimEffects(tx, challenged))
    await tx.emit('matter.reported', {
      ...{ kind: 'number_challenged', key: number ?? 'unknown', subject: { type: 'call', id: callId } },
      ...{ name: number, details: CHALLENGED },
    })
}

const CHALLENGED =
  'A carrier asked for a key or a word before it connected a call from this number, as for callers that it does not trust.'

interface Effect {
  callId: number
  kind: Exclude<CallResponse, 'option_2'> | `option_2:${string}` | 'operator'
  /** null: a request for a person. */
  chosen: ChosenOption | null
}
