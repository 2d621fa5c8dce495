// Telephone calls of the loopback Vapi whose messages the proof sends itself, on a clock of its own.

import { randomUUID } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'
import { storeScript } from '#server/providers/live/scripts.ts'
import type { TestAppOptions } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { makeCampaign, words } from '#test/worlds/call-words.ts'
import { createVapiWorld, type VapiWorld } from '#test/worlds/vapi-world.ts'
import type { Position, Question, Said, Time } from './talk.ts'

/** A Tuesday in Sydney, within the calling hours. */
const START = Date.parse('2026-12-01T10:00:00+11:00')
const BDMS = 6

export interface HostileWorld {
  vapi: VapiWorld
  clock: { ms: number }
  campaign: { campaignId: number; campaignVersionId: number }
  close(): Promise<void>
}

type ToolLine = Record<string, unknown>

/** A call and its true state. */
export interface Played {
  callId: number
  vapiId: string
  to: string
  brokerId: number
  startedAt: number
  endedAt: number | null
  /** The transcript as Vapi sends it. */
  lines: (Said | ToolLine)[]
  offered: Time[]
  latest: Time[]
  readBack: Time[]
  question: Question
  position: Position
  /** Positions since the last check: messages in flight at the same time may belong to either. */
  held: Position[]
  /** Nothing may act any more: the opt-out or the end was answered before the last check. */
  isQuiet: boolean
  stepsLeft: number
  hasMenu: boolean
}

/** @param app where it runs; by default as in a test */
export async function createHostileWorld(
  app: Pick<TestAppOptions, 'databaseUrl' | 'pages'> = {},
): Promise<HostileWorld> {
  const clock = { ms: START }
  const vapi = await createVapiWorld({ app: { ...app, now: () => new Date(clock.ms) } })
  vapi.vapi.setTrip(() => 'lost')
  vapi.vapi.calls.holdLines()
  for (let bdm = 0; bdm < BDMS; bdm++) await addBdm(vapi.app)
  const campaign = await makeCampaign(vapi.db)
  return { vapi, clock, campaign, close: () => vapi.close() }
}

let numbers = 0

/** A call that a broker has answered. */
export async function answerCall(world: HostileWorld, random: Random): Promise<Played> {
  const { db } = world.vapi
  const to = `+61255${String(numbers++ + 10_000).padStart(6, '0')}`
  const now = new Date(world.clock.ms)
  const values = {
    name: 'Priya Nair',
    phone: to,
    region: 'NSW',
    timezone: 'Australia/Sydney',
    numberSource: 'our panel',
  }
  const broker = await db
    .insertInto('brokers')
    .values({ ...values, email: `${to.slice(1)}@example.com` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const vapiId = randomUUID()
  const call = await db
    .insertInto('calls')
    .values({
      ...{ ...world.campaign, brokerId: broker.id, toNumber: to, provider: 'vapi', providerCallId: vapiId },
      ...{ simulated: false, clockSpeed: 1, createdAt: now, dispatchedAt: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hasMenu = random.next() > 0.1
  const menu = words.menu.filter(({ option }) => hasMenu || option !== 'option_2')
  const script = { ...words, menu }
  await storeScript(db, { ...world.vapi.request(call.id, to), script })
  const position = { slot: null, callback: null, optedOut: false }
  return {
    ...{ callId: call.id, vapiId, to, brokerId: broker.id, startedAt: world.clock.ms, endedAt: null },
    ...{
      lines: [],
      offered: [],
      latest: [],
      readBack: [],
      question: { kind: 'nothing' },
      position,
      held: [position],
    },
    ...{ isQuiet: false, stepsLeft: 12 + random.below(18), hasMenu },
  }
}

/** Frees the times that a finished call has taken, so that a long run does not use up the calendars. */
export async function retire({ vapi: { db } }: HostileWorld, calls: readonly Played[]): Promise<void> {
  const ids = calls.map(({ callId }) => callId)
  if (ids.length === 0) return
  await db
    .updateTable('bookings')
    .set({ status: 'cancelled' })
    .where('callId', 'in', ids)
    .where('status', '=', 'booked')
    .execute()
  await db.deleteFrom('reservedTimes').where('callId', 'in', ids).execute()
}
