// Telephone calls of the loopback Vapi whose messages the proof sends itself, on a clock of its own.

import { sql } from 'kysely'
import { endDueCalls } from '#server/modules/calls/due-ends/end-due-calls.ts'
import type { Random } from '#server/platform/random.ts'
import type { Line } from '#test/doubles/vapi/lines.ts'
import type { PlayedCall } from '#test/doubles/vapi/resources.ts'
import type { TestAppOptions } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { makeCampaign, words } from '#test/worlds/call-words.ts'
import { createVapiWorld, type VapiWorld } from '#test/worlds/vapi-world.ts'
import { type Link, NO_POSITION, type Position, type Question, type Said, type Time } from './talk.ts'

/** A Tuesday in Sydney, within the calling hours. */
const START = Date.parse('2026-12-01T10:00:00+11:00')
const BDMS = 6
const DESK = '+61491570267'
const phoneOfBdm = (index: number): string => `+6149157028${index}`
/** The phones of the team. */
export const TEAM: ReadonlySet<string> = new Set([
  DESK,
  ...Array.from({ length: BDMS }, (_, index) => phoneOfBdm(index)),
])

export interface HostileWorld {
  vapi: VapiWorld
  clock: { ms: number }
  campaign: { campaignId: number; campaignVersionId: number }
  /** Lets the platform end the calls that are due. */
  endDue(): Promise<void>
  close(): Promise<void>
}

type ToolLine = Record<string, unknown>

/** A call and its true state. */
export interface Played {
  callId: number
  /** As the loopback Vapi keeps it. */
  line: PlayedCall
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
  /** We have received the opt-out, by its own message or in a later one. */
  isStopReceived: boolean
  /** We have received a goodbye after which the person said nothing else: the platform ends the call by then. */
  endBy: number | null
  /** The links that the person's last words accepted when a tool was called. */
  accepted: Set<Link>
  /** Nothing may act any more: the opt-out or the end was answered before the last check. */
  isQuiet: boolean
  stepsLeft: number
  hasMenu: boolean
  isMachine: boolean
  /** The person rarely speaks. */
  isTerse: boolean
  /** Rates that the agent stated and the offer does not have. */
  wrongRates: string[]
}

/** @param app where it runs; by default as in a test */
export async function createHostileWorld(
  app: Pick<TestAppOptions, 'databaseUrl' | 'pages'> = {},
): Promise<HostileWorld> {
  const clock = { ms: START }
  const vapi = await createVapiWorld({ app: { ...app, now: () => new Date(clock.ms) } })
  vapi.vapi.setTrip(() => 'lost')
  vapi.vapi.calls.holdLines()
  for (let bdm = 0; bdm < BDMS; bdm++)
    await addBdm(vapi.app, { phone: phoneOfBdm(bdm), blocks: [], regions: ['NSW'] })
  await sql`update organisation set contact_phone = ${DESK}`.execute(vapi.db)
  const campaign = await makeCampaign(vapi.db)
  return {
    ...{ vapi, clock, campaign, close: () => vapi.close() },
    endDue: () => endDueCalls(vapi.app.ctx()),
  }
}

let numbers = 0
/** It waits until the proof or the platform ends the call. */
const HELD: Line = { rings: 'answered', hears: 'person', acts: [], ends: 'customer-ended-call' }

/** A call that a broker, or a machine of theirs, has answered. */
export async function answerCall(world: HostileWorld, random: Random): Promise<Played> {
  const { db, voice, request } = world.vapi
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
  const call = await db
    .insertInto('calls')
    .values({
      ...{ ...world.campaign, brokerId: broker.id, toNumber: to, provider: 'vapi' },
      ...{ simulated: false, clockSpeed: 1, createdAt: now, dispatchedAt: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hasMenu = random.next() > 0.2
  const menu = words.menu.filter(({ option }) => hasMenu || option !== 'option_2')
  world.vapi.vapi.calls.setLine(to, HELD)
  const answer = await voice.dial(request(call.id, to, { menu }))
  const line = world.vapi.vapi.calls.calls.at(-1)
  if (answer.kind !== 'accepted' || line?.id !== answer.providerCallId) throw new Error('the dial failed')
  const { providerCallId } = answer
  await db.updateTable('calls').set({ providerCallId }).where('id', '=', call.id).execute()
  return {
    ...{ callId: call.id, line, vapiId: providerCallId, to, brokerId: broker.id },
    ...{ startedAt: world.clock.ms, endedAt: null },
    ...{ lines: [], offered: [], latest: [], readBack: [], question: { kind: 'nothing' } },
    ...{
      position: NO_POSITION,
      held: [NO_POSITION],
      isStopReceived: false,
      endBy: null,
      accepted: new Set<Link>(),
    },
    ...{ isQuiet: false, stepsLeft: 12 + random.below(18), hasMenu, isMachine: random.next() < 0.08 },
    isTerse: random.next() < 0.25,
    wrongRates: [],
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
