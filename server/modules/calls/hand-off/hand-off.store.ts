import { sql } from 'kysely'
import type { HandOffState, RingEnd } from '#contract/calls/hand-offs.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { handOffState, mayMove } from './hand-off.rules.ts'
import type { RingTarget } from './who-rings.rules.ts'

export interface StoredHandOff {
  id: number
  callId: number
  said: string
  requestedAt: Date
  rings: StoredRing[]
}

export interface StoredRing {
  position: number
  name: string
  number: string
  state: HandOffState
  /** Null until it rings. */
  rungAt: Date | null
}

/** @returns the new hand-off's id; undefined for a repeated request */
export async function insertHandOff(
  tx: Ctx,
  { callId, request, said }: { callId: number; request: string; said: string },
): Promise<number | undefined> {
  const row = await tx.db
    .insertInto('handOffs')
    .values({ callId, request, said, requestedAt: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertRings(tx: Ctx, handOffId: number, targets: readonly RingTarget[]): Promise<void> {
  if (targets.length === 0) return
  const rows = targets.map((target, index) => ({ handOffId, position: index + 1, ...target }))
  await tx.db.insertInto('handOffRings').values(rows).execute()
}

/** Locks a hand-off of this call by its id or its request, so that its steps happen one after the other. */
export async function lockHandOff(
  tx: Ctx,
  { callId, ...by }: { callId: number } & ({ id: number } | { request: string }),
): Promise<StoredHandOff | undefined> {
  const row = await tx.db
    .selectFrom('handOffs')
    .select(['id', 'callId', 'said', 'requestedAt'])
    .where('callId', '=', callId)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('request', '=', by.request)))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const rings = await tx.db
    .selectFrom('handOffRings')
    .select(['position', 'name', 'number', 'state', 'rungAt'])
    .where('handOffId', '=', row.id)
    .orderBy('position')
    .execute()
  // the table's check allows only these states
  return { ...row, rings: rings.map((ring) => ({ ...ring, state: ring.state as HandOffState })) }
}

export interface RingMove {
  position: number
  state: HandOffState
  end?: RingEnd | null
  /** Where the vendor reports the time of the acceptance. */
  acceptedAt?: Date | null
}

/** Moves a phone to its next state, and the hand-off with it. The hand-off must be locked. @throws for an illegal move */
export async function moveRing(
  tx: Ctx,
  handOff: StoredHandOff,
  { position, state, end = null, acceptedAt = null }: RingMove,
): Promise<void> {
  const ring = handOff.rings.find((each) => each.position === position)
  if (!ring || !mayMove(ring.state, state)) throw new Error(`no move from ${ring?.state} to ${state}`)
  const now = tx.now()
  ring.state = state
  if (state === 'ringing') ring.rungAt = now
  await tx.db
    .updateTable('handOffRings')
    .set({
      state,
      ...(state === 'ringing' && { rungAt: now }),
      ...(acceptedAt && { acceptedAt }),
      ...(end && { endedBy: end, endedAt: now }),
    })
    .where('handOffId', '=', handOff.id)
    .where('position', '=', position)
    .execute()
  await storeState(tx, handOff)
}

/** Stores the state that the phones give. */
export async function storeState(tx: Ctx, handOff: StoredHandOff): Promise<void> {
  const state = handOffState(handOff.rings)
  const isOpen = state === 'requested' || state === 'ringing'
  await tx.db
    .updateTable('handOffs')
    .set({ state, endedAt: isOpen ? null : tx.now() })
    .where('id', '=', handOff.id)
    .execute()
}

/** Hand-offs of these calls that are not settled, or were accepted. The calls must be locked. */
export async function findUnfailed(
  tx: Ctx,
  callIds: readonly number[],
): Promise<{ id: number; callId: number; isAccepted: boolean; acceptedAt: Date | null }[]> {
  return tx.db
    .selectFrom('handOffs')
    .select(['id', 'callId'])
    .select(sql<boolean>`state = 'accepted'`.as('isAccepted'))
    .select(
      sql<Date | null>`(select max(r.accepted_at) from hand_off_rings r where r.hand_off_id = hand_offs.id)`.as(
        'acceptedAt',
      ),
    )
    .where('callId', '=', anyOf(callIds))
    .where('state', 'in', ['requested', 'ringing', 'accepted'])
    .orderBy('id')
    .execute()
}

/** Removes the words of these calls' hand-offs. */
export async function eraseHandOffs(tx: Ctx, callIds: readonly number[]): Promise<void> {
  await sql`update hand_offs set said = '' where call_id = any(${callIds}::int[]) and said <> ''`.execute(
    tx.db,
  )
}
