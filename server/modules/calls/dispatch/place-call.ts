import { MAX_CALL_SECONDS } from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { greetingName } from '#server/input/person-name.ts'
import { contactCode, spokenCheck } from '#server/modules/messages/verification/contact-codes.rules.ts'
import { activeTrace, inSpan, type SpanEnd, type SpanStart } from '#server/platform/traces/spans.ts'
import type { DialAnswer, VoiceProvider } from '#server/providers/ports/voice.ts'
import { type Ending, endings } from '../intake/call-endings.rules.ts'
import { eventTime, finishCall } from '../intake/finish-call.ts'
import { buildScript } from '../script.rules.ts'
import { claimDispatch, type LockedCall, lockRefused, lockUndispatched } from './claim-dispatch.store.ts'
import { handOver } from './fallback.ts'
import { type Claim, paced } from './pace.ts'
import {
  adoptProviderCall,
  attemptExists,
  findPlaced,
  insertCalls,
  type NewCall,
  type PlacedCall,
} from './place-call.store.ts'
import { takesMeetings } from './takes-meetings.ts'

export interface Placing {
  provider: VoiceProvider
  campaignId: number
  campaignVersionId: number
  brokerId: number | null
  /** E.164 */
  toNumber: string
  /** The provider's clock as the decision saw it, with its speed. */
  clock: { now: Date; speed: number }
  test?: boolean
  enrolmentId?: number
  attempt?: number
  decisionId?: number
  /** YYYY-MM-DD at the broker's place, for the daily cap; null when the dial does not count. */
  capDate: string | null
  /** The person asked for it: exempt from the one dial a day. */
  requested?: boolean
}

export type Placed =
  | { ok: true; callId: number }
  /** `called_today`: the number was already dialled that day. `already_placed`: this attempt already has a call. */
  | { ok: false; reason: 'called_today' | 'already_placed' }

/**
 * Inserts the rows of calls, each of which commits us to one dial. Needs `ctx.tx`; the provider is contacted after the
 * commit.
 * @param placings of different enrolments, or a single one
 */
export async function placeCalls(ctx: Ctx, placings: readonly Placing[]): Promise<Placed[]> {
  if (!ctx.inTransaction) throw new Error('placeCalls needs a transaction')
  if (placings.length === 0) return []
  const calls = placings.map(newCall)
  const ids = await insertCalls(ctx, calls)
  return Promise.all(
    calls.map(async ({ enrolmentId, attempt }, index): Promise<Placed> => {
      const callId = ids[index]
      if (callId !== undefined) return { ok: true, callId }
      const repeated =
        enrolmentId !== null && attempt !== null && (await attemptExists(ctx, enrolmentId, attempt))
      return { ok: false, reason: repeated ? 'already_placed' : 'called_today' }
    }),
  )
}

/** A single call; as placeCalls(). */
export async function placeCall(ctx: Ctx, placing: Placing): Promise<Placed> {
  const [placed] = await placeCalls(ctx, [placing])
  if (!placed) throw new Error('a call was neither placed nor refused')
  return placed
}

function newCall({ provider, clock, ...placing }: Placing): NewCall {
  return {
    campaignId: placing.campaignId,
    campaignVersionId: placing.campaignVersionId,
    brokerId: placing.brokerId,
    toNumber: placing.toNumber,
    provider: provider.name,
    simulated: provider.simulated,
    simulatedAt: provider.ownClock ? clock.now : null,
    clockSpeed: provider.simulated ? clock.speed : 1,
    test: placing.test ?? false,
    enrolmentId: placing.enrolmentId ?? null,
    attempt: placing.attempt ?? null,
    decisionId: placing.decisionId ?? null,
    capDate: placing.capDate,
    requested: placing.requested ?? false,
  }
}

/** How long a placed call may wait to be dialled. */
export interface DialWindow {
  /** Whether the call may still be dialled. */
  stillOpen(): boolean
  /** Why a call that missed the window was not dialled, for staff. */
  closedMessage: string
}

const alwaysOpen: DialWindow = { stillOpen: () => true, closedMessage: '' }

/**
 * Requests the dial of a placed call from its provider, at most once: only the process that sets `dispatched_at` may do
 * so. An unclear result (a crash, an ambiguous answer) is resolved by reconciliation, never by a second dial. Only a
 * call that the provider refused before dialling is handed over to the fallback provider, also at most once.
 */
export async function dialPlaced(ctx: Ctx, callId: number, window: DialWindow = alwaysOpen): Promise<void> {
  if (ctx.inTransaction) throw new Error('dialPlaced contacts a provider and must not run in a transaction')
  const call = await findPlaced(ctx, callId)
  const provider = call && ctx.providers.voice.named(call.provider)
  if (!call || !provider) {
    const lock: Lock = (tx) => lockUndispatched(tx, callId)
    return finishLocked(ctx, { callId, provider: null }, { lock, otherwise: endings.removed })
  }
  await inSpan(
    ctx.providers.tracing,
    spanOf(callId, call),
    () => dialFound(ctx, { callId, call, provider, window }),
    endOfDial,
  )
}

/** In the trace of the request that makes the call, else a trace of its own that links to the request that enrolled. */
function spanOf(callId: number, { provider, traceContext }: PlacedCall): SpanStart {
  const parent = activeTrace()
  return {
    name: 'dial',
    kind: 'producer',
    parent,
    link: parent === null ? traceContext : null,
    attributes: { 'brokerline.call.id': callId, 'brokerline.vendor': provider },
  }
}

const endOfDial = (answer: DialAnswer | null): SpanEnd => {
  const kind = answer?.kind ?? 'not_dialled'
  return {
    attributes: { 'brokerline.dial.answer': kind },
    error: kind === 'accepted' || kind === 'not_dialled' ? null : kind,
  }
}

interface Dialling {
  callId: number
  call: PlacedCall
  provider: VoiceProvider
  window: DialWindow
}

/** @returns the answer of the last provider that was tried; null: none was tried, or the call has ended meanwhile */
async function dialFound(ctx: Ctx, { callId, call, provider, window }: Dialling): Promise<DialAnswer | null> {
  // loaded before the claim, to keep the time between claim and dial short
  const request: DialInput = {
    ...{ callId, call, genuine: spokenCheckOf(ctx, callId) },
    meetings: await takesMeetings(ctx, provider),
  }
  const gate = paced(ctx, callId, window.stillOpen)
  const claim: Claim = (inner) => claimDispatch(inner, callId)
  const turn = await gate({ provider, claim })
  if (turn !== 'dispatched') {
    const lock: Lock = (tx) => lockUndispatched(tx, callId)
    const otherwise = turn === 'closed' ? endings.notDialled(window.closedMessage) : null
    await finishLocked(ctx, { callId, provider }, { lock, otherwise })
    return null
  }
  // the window may close during the claim
  if (!window.stillOpen()) {
    await finishNow(ctx, { callId, provider }, endings.notDialled(window.closedMessage))
    return null
  }
  const answer = await dial(provider, request)
  const notDialled =
    answer.kind === 'not_taken' || (answer.kind === 'refused' && answer.outcome === 'provider_fault')
  const next = notDialled
    ? await handOver(ctx, callId, { from: provider, reason: answer.message, gate })
    : 'none'
  if (next === 'lost') {
    const lockAgain: Lock = (tx) => lockRefused(tx, callId, provider.name)
    await finishLocked(ctx, { callId, provider }, { lock: lockAgain, otherwise: null })
    return null
  }
  if (next === 'none') return recordAnswer(ctx, callId, { provider, answer })
  if (!window.stillOpen()) {
    await finishNow(ctx, { callId, provider: next }, endings.notDialled(window.closedMessage))
    return null
  }
  return recordAnswer(ctx, callId, { provider: next, answer: await dial(next, request) })
}

async function recordAnswer(
  ctx: Ctx,
  callId: number,
  { provider, answer }: { provider: VoiceProvider; answer: DialAnswer },
): Promise<DialAnswer> {
  if (answer.kind === 'accepted') {
    const { providerCallId } = answer
    const endRequested = await adoptProviderCall(ctx, callId, { provider: provider.name, ...answer })
    // staff ended the call before its provider id was stored; reconciliation retries a failure
    if (endRequested)
      await provider.end({ callId, providerCallId }).catch((error: unknown) => {
        ctx.log.warn({ err: error, callId }, 'call not ended')
      })
  }
  if (answer.kind === 'ambiguous')
    ctx.log.warn({ callId, message: answer.message }, 'unclear whether a call was dialled')
  if (answer.kind === 'refused')
    await finishNow(ctx, { callId, provider }, endings.refused(answer.outcome, answer.message))
  if (answer.kind === 'not_taken')
    await finishNow(ctx, { callId, provider }, endings.notDialled(answer.message))
  return answer
}

interface Finishing {
  callId: number
  /** Null: it was removed. */
  provider: VoiceProvider | null
}

async function finishNow(ctx: Ctx, { callId, provider }: Finishing, ending: Ending): Promise<void> {
  await finishCall(ctx, { callId, at: await eventTime(ctx, provider) }, ending)
}

type Lock = (tx: Ctx) => Promise<LockedCall | undefined>

/**
 * Ends a call in the transaction that locks it, so that no process can claim it any more: for the reason that the lock
 * returns, else as `otherwise`, else not at all.
 */
async function finishLocked(
  ctx: Ctx,
  finishing: Finishing,
  { lock, otherwise }: { lock: Lock; otherwise: Ending | null },
): Promise<void> {
  await ctx.tx(async (tx) => {
    const call = await lock(tx)
    const ending = call?.reason ? endings[call.reason] : otherwise
    if (call && ending) await finishNow(tx, finishing, ending)
  })
}

interface DialInput {
  callId: number
  call: PlacedCall
  meetings: boolean
  genuine: string
}

function spokenCheckOf({ providers: { secret, publicUrl } }: Ctx, callId: number): string {
  return spokenCheck(contactCode(secret, { kind: 'call', id: callId }), publicUrl)
}

async function dial(provider: VoiceProvider, { callId, call, ...options }: DialInput): Promise<DialAnswer> {
  try {
    return await provider.dial({
      callId,
      to: call.toNumber,
      script: buildScript(call, options),
      scriptVersion: call.versionId,
      calledName: call.broker && greetingName(call.broker.name),
      maxDurationSeconds: MAX_CALL_SECONDS,
    })
  } catch (error) {
    return { kind: 'ambiguous', message: error instanceof Error ? error.message : String(error) }
  }
}
