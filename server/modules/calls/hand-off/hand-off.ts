import type { RingEnd } from '#contract/calls/hand-offs.ts'
import { cutText, singleLine } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import type { HandOffDesk, HandOffRequest, HandOffStep, RingRef } from '#server/providers/ports/hand-off.ts'
import { type CallRow, lockCalls } from '../intake/intake.store.ts'
import { intake } from '../intake/intake.ts'
import {
  answerOf,
  introduction,
  isRequestForNext,
  ringSeconds,
  secondsLeft,
  stateOfEnd,
} from './hand-off.rules.ts'
import {
  findUnfailed,
  insertHandOff,
  insertRings,
  lockHandOff,
  moveRing,
  type StoredHandOff,
  type StoredRing,
  storeState,
} from './hand-off.store.ts'
import { findCallerOf, findHandOffFacts, withoutOwnNumbers } from './hand-off-facts.views.ts'
import { whoRings } from './who-rings.rules.ts'

/** Characters of the request that are kept. */
const MAX_WORDS_LENGTH = 300

/**
 * Starts a hand-off and rings the first phone. Every step is stored before it is carried out, and a repeated step gives the
 * same result, so that any process can continue a hand-off.
 */
export async function startHandOff(
  ctx: Ctx,
  { callId, request, said, after }: HandOffRequest,
): Promise<HandOffStep> {
  return ctx.tx(async (tx) => {
    const [call] = await lockCalls(tx, [callId])
    if (!call || isOver(call) || call.response === 'option_4') return { kind: 'exhausted' }
    const id = await insertHandOff(tx, { callId, request, said: cutText(singleLine(said), MAX_WORDS_LENGTH) })
    if (id !== undefined) {
      const facts = await findHandOffFacts(tx, callId)
      if (facts) await insertRings(tx, id, await withoutOwnNumbers(tx, whoRings(facts, tx.now())))
    }
    const handOff = await lockHandOff(tx, { callId, request })
    if (!handOff) return { kind: 'exhausted' }
    const ringing = handOff.rings.find(({ state }) => state === 'ringing')
    if (after && ringing?.rungAt && isRequestForNext(ringing.rungAt, after.requestedAt))
      await moveRing(tx, handOff, { ...ringing, state: stateOfEnd(after.end), end: after.end })
    return ringNext(tx, handOff)
  })
}

/** The phone that rings, else the next one; exhausted after the last phone or the time limit. */
async function ringNext(tx: Ctx, handOff: StoredHandOff): Promise<HandOffStep> {
  const { rings, requestedAt } = handOff
  const waited = tx.now().getTime() - requestedAt.getTime()
  const ringing = rings.find(({ state }) => state === 'ringing')
  const waiting = rings.filter(({ state }) => state === 'requested')
  if (ringing) {
    const before = (ringing.rungAt ?? tx.now()).getTime() - requestedAt.getTime()
    return stepOf(handOff, ringing, secondsLeft(before, waited, waiting.length))
  }
  const [next] = waiting
  const seconds = ringSeconds(waited, waiting.length)
  if (next && seconds !== null) {
    await moveRing(tx, handOff, { position: next.position, state: 'ringing' })
    return stepOf(handOff, next, seconds)
  }
  for (const { position } of waiting)
    await moveRing(tx, handOff, { position, state: 'failed', end: 'no_time_left' })
  if (rings.length === 0) await storeState(tx, handOff)
  return { kind: 'exhausted' }
}

const stepOf = ({ id }: StoredHandOff, { position, number }: StoredRing, seconds: number): HandOffStep => ({
  ...{ kind: 'ring', ref: { handOffId: id, position }, to: number, seconds },
})

/** The sentence for the person who answered; null where their phone should not have been rung any more. */
async function introduce(ctx: Ctx, ref: RingRef & { callId: number }): Promise<string | null> {
  return ctx.tx(async (tx) => {
    const found = await lockRing(tx, ref)
    if (found?.ring.state !== 'ringing' || found.isOver) return null
    const caller = await findCallerOf(tx, ref.callId)
    return introduction({
      ...(caller ?? { name: null, company: null, product: null }),
      said: found.handOff.said,
    })
  })
}

/** A key of the person who answered, or none. @returns whether they take the call over */
async function answerRing(
  ctx: Ctx,
  { key, ...ref }: RingRef & { callId: number; key: string },
): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const found = await lockRing(tx, ref)
    // a repeated callback
    if (found?.ring.state !== 'ringing') return found?.ring.state === 'accepted'
    const { handOff, ring } = found
    const answer = answerOf(key)
    if (found.isOver) return false
    if (answer !== 'accepted') {
      await moveRing(tx, handOff, { position: ring.position, state: stateOfEnd(answer), end: answer })
      return false
    }
    await accept(tx, { handOff, ring, acceptedAt: tx.now() })
    return true
  })
}

async function accept(
  tx: Ctx,
  { handOff, ring, acceptedAt }: Pick<Found, 'handOff' | 'ring'> & { acceptedAt: Date | null },
): Promise<void> {
  const { id: handOffId, callId } = handOff
  const { position, name } = ring
  await moveRing(tx, handOff, { position, state: 'accepted', acceptedAt })
  await recordEnd(tx, { callId, handOffId, position, by: name, connected: true })
  await tx.emit('call.handedOff', { callId, by: name })
}

/** The vendor reports that it has connected the phone that rings. A repeated report changes nothing. */
async function acceptRinging(ctx: Ctx, { callId }: { callId: number }): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockCalls(tx, [callId])
    for (const { id } of await findUnfailed(tx, [callId])) {
      const handOff = await lockHandOff(tx, { callId, id })
      const ring = handOff?.rings.find(({ state }) => state === 'ringing')
      if (handOff && ring) await accept(tx, { handOff, ring, acceptedAt: null })
    }
  })
}

/** Stores in the call that a person accepted it, or that the lines could not be connected, so that one has to call back. */
async function recordEnd(
  tx: Ctx,
  { callId, handOffId, position, ...end }: RingRef & { callId: number; by: string; connected: boolean },
): Promise<void> {
  const key = `own:hand-off:${handOffId}:${position}:${end.connected ? 'accepted' : 'lost'}`
  await intake(tx, [{ callId, events: [{ key, at: tx.now(), kind: 'operator', ...end }] }])
}

/** A phone stopped ringing, or the conversation on it is over. */
async function endRing(
  ctx: Ctx,
  { end, ...ref }: RingRef & { callId: number; end: RingEnd | 'connected' },
): Promise<HandOffStep> {
  return ctx.tx(async (tx) => {
    const found = await lockRing(tx, ref)
    if (!found) return { kind: 'exhausted' }
    const { handOff, ring, isOver } = found
    const { position } = ring
    if (ring.state === 'accepted') {
      if (end === 'connected') return { kind: 'connected' }
      await moveRing(tx, handOff, { position, state: 'failed', end: 'not_connected' })
      await recordEnd(tx, { ...ref, by: ring.name, connected: false })
    }
    if (ring.state === 'ringing') {
      // the line was answered, and its owner left without a key
      const by = end === 'connected' ? 'hung_up' : end
      await moveRing(tx, handOff, { position, state: stateOfEnd(by), end: by })
    }
    return isOver ? { kind: 'exhausted' } : ringNext(tx, handOff)
  })
}

interface Found {
  isOver: boolean
  handOff: StoredHandOff
  ring: StoredRing
}

/** An 'unknown' outcome was only assumed. */
const isOver = ({ outcome }: Pick<CallRow, 'outcome'>): boolean => outcome !== null && outcome !== 'unknown'

/** Locks the call first, as intake does, so that no two transactions wait for each other. */
async function lockRing(
  tx: Ctx,
  { callId, handOffId, position }: RingRef & { callId: number },
): Promise<Found | undefined> {
  const [call] = await lockCalls(tx, [callId])
  const handOff = await lockHandOff(tx, { callId, id: handOffId })
  const ring = handOff?.rings.find((each) => each.position === position)
  return call && handOff && ring ? { isOver: isOver(call), handOff, ring } : undefined
}

/** The steps of hand-offs, for vendors. @param ctx a fresh context of the system */
export const handOffDesk = (ctx: () => Ctx): HandOffDesk => ({
  start: (request) => startHandOff(ctx(), request),
  introduce: (ref) => introduce(ctx(), ref),
  answer: (answer) => answerRing(ctx(), answer),
  end: (end) => endRing(ctx(), end),
  connected: (call) => acceptRinging(ctx(), call),
})
