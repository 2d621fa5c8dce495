// Long proof of the intake: for any order, repetition and loss of a call's events, the stored call is the same after a
// look-up of the lost ones, and each choice and each end was emitted to the other modules once.
// Run: node test/proofs/events.proof.ts [cases] [seed]

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { outcomeTable } from '#contract/calls/calls.ts'
import { type CallState, callStateOf } from '#server/modules/calls/intake/call-state.rules.ts'
import { eventsOf } from '#server/modules/calls/intake/intake.store.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { type Delivery, delivery } from '../worlds/call-stories.ts'
import { type CallsWorld, createCallsWorld } from '../worlds/calls-world.ts'
import { derivedDifferences } from '../worlds/derived-rows.ts'

const CALLS_A_ROUND = 50

/** @throws Error naming the story of the first wrong call */
export async function proveEvents(
  world: CallsWorld,
  { cases, seed }: { cases: number; seed: number },
): Promise<void> {
  const deliveries = fc.sample(delivery, { numRuns: cases, seed })
  for (let start = 0; start < deliveries.length; start += CALLS_A_ROUND) {
    await playRound(world, deliveries.slice(start, start + CALLS_A_ROUND))
  }
}

async function playRound(world: CallsWorld, deliveries: readonly Delivery[]): Promise<void> {
  const calls: { callId: number; delivery: Delivery }[] = []
  for (const each of deliveries) {
    calls.push({ callId: await world.call('+61255500001', { dial: false }), delivery: each })
  }
  world.heard.length = 0
  const rounds = Math.max(...deliveries.map(({ batches }) => batches.length))
  for (let round = 0; round < rounds; round++) {
    const batch = calls.map(({ callId, delivery: { batches } }) => ({ callId, events: batches[round] ?? [] }))
    // two processes receive the same events concurrently
    await Promise.all([intake(world.ctx, batch), intake(world.ctx, batch.toReversed())])
  }
  await intake(
    world.ctx,
    calls.map(({ callId, delivery: { story } }) => ({ callId, events: story })),
  )
  for (const call of calls) await checkCall(world, call.callId, call.delivery.story)
  const derived = await derivedDifferences(world.db)
  if (derived.length > 0) throw new Error(`derived rows differ: ${JSON.stringify(derived)}`)
}

async function checkCall(world: CallsWorld, callId: number, story: VoiceEvent[]): Promise<void> {
  const row = await world.db
    .selectFrom('calls')
    .selectAll()
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  const stored = (await eventsOf(world.ctx, [row])).get(callId) ?? []
  const told = new Map(stored.map((event) => [event.key, event]))
  const inStory = story.map((event) => ({
    ...event,
    receivedAt: told.get(event.key)?.receivedAt ?? event.at,
  }))
  const expected = callStateOf(inStory, row)
  const found = Object.fromEntries(
    (Object.keys(expected) as (keyof CallState)[]).map((field) => [field, row[field]]),
  )
  const fail = (what: string, ...values: unknown[]): never => {
    throw new Error(`${what}: ${JSON.stringify({ story, values })}`)
  }
  if (stored.length !== story.length) fail('an event was stored more or less than once', stored)
  if (!isDeepStrictEqual(found, { ...expected })) fail('the stored call differs', found, expected)
  if ((row.outcome === null) !== (row.finishedAt === null))
    fail('finished without an outcome, or the reverse', row)
  checkPublished(world, callId, { story, expected, fail })
}

function checkPublished(
  world: CallsWorld,
  callId: number,
  call: { story: VoiceEvent[]; expected: CallState; fail(what: string, ...values: unknown[]): never },
): void {
  const { story, expected, fail } = call
  const heard = world.heard.filter(({ payload }) => 'callId' in payload && payload.callId === callId)
  const chosen = heard.flatMap((event) => (event.name === 'call.optionChosen' ? [event.payload.option] : []))
  const options = new Set(story.flatMap((event) => (event.kind === 'option' ? [event.option] : [])))
  if (new Set(chosen).size !== chosen.length) fail('a choice was published twice', chosen)
  // an option after an opt-out of the same call has no effect
  const needed = options.has('option_4') ? ['option_4'] : [...options]
  if (needed.some((option) => !chosen.some((published) => published === option)))
    fail('a choice was not published', chosen)
  if (chosen.some((option) => !options.has(option)))
    fail('a choice was published that the person did not make', chosen)
  const ends = heard.flatMap((event) => (event.name === 'call.finished' ? [event.payload.outcome] : []))
  if ((ends.at(-1) ?? null) !== expected.outcome)
    fail('the last published end differs from the expected one', ends)
  const repeated = ends.some((outcome, index) => index > 0 && outcome === ends[index - 1])
  if (repeated) fail('the same end was published twice in a row', ends)
  for (const outcome of ends) if (!(outcome in outcomeTable)) fail('no such outcome', outcome)
}

if (import.meta.main) {
  const [cases = 10_000, seed = 20_261_121] = process.argv.slice(2).map(Number)
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-proof-'))
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate(postgres)
    const world = await createCallsWorld({ databaseUrl: postgres.url })
    const start = performance.now()
    await proveEvents(world, { cases, seed })
    await world.close()
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.log(
      `${cases} calls with their events in any order, repeated and lost: all the same in the end (${seconds} s, seed ${seed})`,
    )
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
