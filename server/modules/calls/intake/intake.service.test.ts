import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { intake } from './intake.ts'

describe('what a provider tells', () => {
  let world: CallsWorld
  let broken: number | undefined
  beforeAll(async () => {
    world = await createCallsWorld({
      listeners: {
        'calls.finished': async (_ctx, { calls }) => {
          if (calls.some(({ callId }) => callId === broken)) throw new Error('a listener that fails')
        },
      },
    })
  })
  afterAll(() => world?.close())

  const at = (second: number) => new Date(Date.UTC(2026, 10, 24, 1, 1, second))
  const event = (key: string, second: number, told: object) =>
    ({ key, at: at(second), ...told }) as VoiceEvent
  const chosen = (key: string, second: number, option: string) =>
    event(key, second, { kind: 'option', option, source: 'key' })
  const ended = (key: string, second: number, outcome: string, durationSeconds = 0) =>
    event(key, second, { kind: 'ended', outcome, durationSeconds, message: null })
  const placed = () => world.call('+61255500001', { dial: false })
  const row = (callId: number) =>
    world.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
  const told = (callId: number) =>
    world.heard
      .filter(({ payload }) => 'callId' in payload && payload.callId === callId)
      .map(({ name, payload }) => `${name} ${Object.values(payload).slice(1).join(' ')}`.trim())

  // Covers: call-2
  it('is stored once, and told on once', async () => {
    const callId = await placed()
    const events = [chosen('a', 10, 'option_1'), ended('b', 20, 'human', 15)]
    await Promise.all([1, 2, 3].map(() => intake(world.ctx, [{ callId, events }])))
    await intake(world.ctx, [{ callId, events: [chosen('again', 12, 'option_1')] }])
    expect(told(callId)).toEqual(['call.optionChosen option_1 key', 'call.finished human false'])
    expect(await row(callId)).toMatchObject({ status: 'completed', response: 'option_1', duration: 15 })
  })

  it('acts on a choice at once, while the call goes on', async () => {
    const callId = await placed()
    await intake(world.ctx, [{ callId, events: [chosen('a', 10, 'option_4')] }])
    expect(await row(callId)).toMatchObject({ status: 'answered', response: 'option_4', finishedAt: null })
    expect(told(callId)).toEqual(['call.optionChosen option_4 key'])
  })

  it('corrects an end that nobody knew, and tells so', async () => {
    const callId = await placed()
    await intake(world.ctx, [{ callId, events: [ended('a', 10, 'unknown')] }])
    const first = await row(callId)
    await intake(world.ctx, [{ callId, events: [ended('b', 5, 'busy')] }])
    await intake(world.ctx, [{ callId, events: [ended('c', 50, 'unknown')] }])
    expect(await row(callId)).toMatchObject({
      status: 'no_answer',
      outcome: 'busy',
      finishedAt: first.finishedAt,
    })
    expect(told(callId)).toEqual(['call.finished unknown false', 'call.finished busy true'])
  })

  it('of a recording that arrives after the end changes the call alone, in none of its indexes', async () => {
    const callId = await placed()
    const recording = (key: string, second: number, status: string, ref: string | null) =>
      event(key, second, { kind: 'recording', status, ref })
    const awaited = () => world.db.selectFrom('awaitedRecordings').select('callId').execute()
    await intake(world.ctx, [{ callId, events: [recording('a', 5, 'recording', null)] }])
    expect(await awaited()).toEqual([])
    await intake(world.ctx, [{ callId, events: [ended('b', 20, 'human', 15)] }])
    expect(await awaited()).toEqual([{ callId }])
    const { before, after } = await world.ctx.tx(async (tx) => {
      const written = async () => {
        const { rows } = await sql<{ all: number; alone: number }>`
          select n_tup_upd::int as all, n_tup_hot_upd::int as alone
          from pg_stat_xact_user_tables where relname = 'calls'`.execute(tx.db)
        return rows[0] ?? { all: 0, alone: 0 }
      }
      const before = await written()
      await intake(tx, [{ callId, events: [recording('c', 25, 'completed', 'ref')] }])
      return { before, after: await written() }
    })
    expect(after).toEqual({ all: before.all + 1, alone: before.alone + 1 })
    expect(await row(callId)).toMatchObject({ recordingStatus: 'completed', recordingRef: 'ref' })
    expect(await awaited()).toEqual([])
  })

  it('tells that a person was asked for', async () => {
    const callId = await placed()
    const events = [event('a', 9, { kind: 'operator' }), event('b', 12, { kind: 'operator' })]
    await intake(world.ctx, [{ callId, events }])
    expect(told(callId)).toEqual(['call.personAsked'])
  })

  it('gives the day back where the outcome does not count towards the caps', async () => {
    const days: Record<string, string | null> = {}
    for (const outcome of ['invalid_number', 'provider_fault', 'human', 'unknown']) {
      const callId = await placed()
      const capDate = `2026-11-${10 + Object.keys(days).length}`
      await world.db.updateTable('calls').set({ capDate }).where('id', '=', callId).execute()
      await intake(world.ctx, [{ callId, events: [ended('a', 10, outcome)] }])
      days[outcome] = (await row(callId)).capDate
    }
    expect(days).toEqual({
      invalid_number: null,
      provider_fault: null,
      human: '2026-11-12',
      unknown: '2026-11-13',
    })
  })

  it('of a call that does not exist harms no other', async () => {
    const callId = await placed()
    await intake(world.ctx, [
      { callId: 2_000_000_000, events: [ended('a', 10, 'busy')] },
      { callId, events: [ended('a', 10, 'busy')] },
    ])
    expect((await row(callId)).outcome).toBe('busy')
    await expect(
      intake(world.ctx, [{ callId: 2_000_000_000, events: [ended('b', 10, 'busy')] }]),
    ).resolves.toBeUndefined()
  })

  it('that fails for one call is taken in for the others, and for that one later', async () => {
    const calls = [
      await world.call('+61255500001'),
      await world.call('+61255500002'),
      await world.call('+61255500003'),
    ]
    broken = calls[1]
    await world.pass(700)
    const outcomes = async () => Promise.all(calls.map(async (id) => (await row(id)).outcome))
    expect(await outcomes()).toEqual(['human', null, 'human'])
    broken = undefined
    const callId = calls[1] ?? 0
    const found = await world.simulator.lookup({ callId, providerCallId: null })
    if (found.kind === 'found') await intake(world.ctx, [{ callId, events: found.events }])
    expect(await outcomes()).toEqual(['human', 'human', 'human'])
  })
})
