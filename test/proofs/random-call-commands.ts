// Random commands about calls, their events and meetings.
import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { enrol } from '#server/modules/dialling/store.ts'
import type { Random } from '#server/platform/random.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { freeOn, someone } from '#test/worlds/bookings-world.ts'
import { anyOf, someTime, type World } from './random-world.ts'

const OUTCOMES = [
  'human',
  'voicemail',
  'screened',
  'silent',
  'no_answer',
  'busy',
  'declined',
  'unknown',
  'provider_fault',
] as const
const OPTIONS = ['option_1', 'option_2', 'option_3', 'option_4'] as const

/** @returns the enrolment that is called; null: the broker is in flight already, or was reached */
async function enrolInFlight(tx: Ctx, campaignId: number, brokerId: number): Promise<number | null> {
  const scope = { campaignId, simulated: true, isFirst: false }
  const enrolled = await enrol(tx, scope, [{ brokerId, region: 'NSW', dueAt: tx.now() }])
  if (enrolled === 0) return null
  const { rows } = await sql<{ id: number }>`
    update enrolments set state = 'in_flight', attempts = attempts + 1
    where campaign_id = ${campaignId} and broker_id = ${brokerId} and simulated returning id`.execute(tx.db)
  return rows[0]?.id ?? null
}

/** A call at its dial, of an enrolment or a test. */
export async function placeCall(world: World): Promise<void> {
  const { app, random } = world
  const [campaignId, brokerId] = [await anyOf(world, 'campaigns'), await anyOf(world, 'brokers')]
  if (campaignId === null || brokerId === null) return
  const test = random.next() < 0.1
  await app.ctx().tx(async (tx) => {
    const enrolmentId = test ? null : await enrolInFlight(tx, campaignId, brokerId)
    const { versionId } = await tx.db
      .selectFrom('campaigns')
      .select('versionId')
      .where('id', '=', campaignId)
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('calls')
      .values({
        ...{
          campaignId,
          campaignVersionId: versionId,
          brokerId,
          test,
          provider: 'simulator',
          simulated: random.next() < 0.9,
        },
        ...{
          toNumber: `+61255${String(world.next++).padStart(6, '0')}`,
          enrolmentId,
          attempt: enrolmentId && world.next,
          createdAt: someTime(world),
        },
      })
      .execute()
  })
}

/** Delivers events of several calls together, in any order, repeatedly. */
export async function reportCallEvents(world: World): Promise<void> {
  const { app, random } = world
  const batch = new Map<number, VoiceEvent[]>()
  for (let count = 0; count < 1 + random.below(5); count++) {
    const callId = await anyOf(world, 'calls')
    if (callId !== null) batch.set(callId, [...(batch.get(callId) ?? []), eventOf(random)])
  }
  await intake(
    app.ctx(),
    [...batch].map(([callId, events]) => ({ callId, events })),
  )
}

function eventOf(random: Random): VoiceEvent {
  const at = new Date(Date.UTC(2026, 10, 24, 1, random.below(60), random.below(60)))
  const key = `event-${random.below(40)}`
  return random.pick<VoiceEvent>([
    { key, at, kind: 'ringing' },
    { key, at, kind: 'answered' },
    { key, at, kind: 'option', option: random.pick(OPTIONS), source: 'key' },
    {
      key,
      at,
      kind: 'cost',
      amount: (random.below(900) / 1000).toFixed(4),
      currency: random.pick(['AUD', 'USD']),
    },
    {
      key,
      at,
      kind: 'ended',
      outcome: random.pick(OUTCOMES),
      durationSeconds: random.below(200),
      message: null,
    },
    { key, at, kind: 'ended', outcome: 'human', durationSeconds: 20 + random.below(200), message: null },
  ])
}

export async function bookMeeting(world: World): Promise<void> {
  const { app, random } = world
  const days = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01', '2026-12-02']
  const free = await freeOn(app, random.pick(days))
  if (free.length === 0) return
  const brokerId = await anyOf(world, 'brokers')
  await world.admin.send('POST', '/api/bookings', {
    ...someone({ scheduledDate: random.pick(free) }),
    brokerId,
  })
  await sql`update bookings set created_at = ${someTime(world)} where id = (select max(id) from bookings)`.execute(
    world.db,
  )
}

export async function changeMeeting(world: World): Promise<void> {
  const id = await anyOf(world, 'bookings')
  await world.admin.send('PATCH', `/api/bookings/${id}`, {
    status: world.random.pick(['confirmed', 'cancelled', 'held', 'no_show']),
  })
}
