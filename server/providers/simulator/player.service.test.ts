import { afterEach, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '#test/patience.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'

const worlds: CallsWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0).reverse()) await world.close()
})
async function worldOf(...options: Parameters<typeof createCallsWorld>): Promise<CallsWorld> {
  const world = await createCallsWorld(...options)
  worlds.push(world)
  return world
}

async function openCalls(world: CallsWorld): Promise<number> {
  const rows = await world.db.selectFrom('calls').select('id').where('finishedAt', 'is', null).execute()
  return rows.length
}

describe('the player', () => {
  // Covers: simulator-2
  it('plays many calls at once by the clock, in two processes over one database, each event once', async () => {
    const first = await worldOf({ speed: 600, outcomes: 'realistic' })
    const { campaignId, versionId } = first
    const campaign = { campaignId, versionId }
    const second = await worldOf({ speed: 600, databaseUrl: first.databaseUrl, campaign })
    first.simulator.player.start()
    second.simulator.player.start()
    for (let i = 0; i < 60; i++) await first.call(`+613555${String(i).padStart(5, '0')}`)
    await vi.waitFor(async () => expect(await openCalls(first)).toBe(0), PATIENCE)
    await first.simulator.player.stop()
    await second.simulator.player.stop()
    const finished = [...first.heard, ...second.heard].filter(({ name }) => name === 'call.finished')
    expect(finished).toHaveLength(60)
  })

  // Covers: simulator-2
  it('goes on where a process that is gone has stopped', async () => {
    const first = await worldOf()
    const callId = await first.call('+61255500002')
    await first.pass(5)
    const { campaignId, versionId } = first
    const second = await worldOf({ databaseUrl: first.databaseUrl, campaign: { campaignId, versionId } })
    await second.pass(700)
    const call = await second.db
      .selectFrom('calls')
      .selectAll()
      .where('id', '=', callId)
      .executeTakeFirstOrThrow()
    expect(call).toMatchObject({ status: 'completed', response: 'option_2', recordingStatus: 'completed' })
    const events = await second.db
      .selectFrom('callEvents')
      .select('key')
      .where('callId', '=', callId)
      .execute()
    const planned = await second.simulator.lookup({ callId, providerCallId: null })
    const keys = planned.kind === 'found' ? planned.events.map(({ key }) => key) : []
    expect(keys.length).toBeGreaterThan(7)
    expect(events.map(({ key }) => key).sort()).toEqual(keys.sort())
  })

  // Covers: bookings-23
  it('says in the call that a meeting had to differ from what was named', async () => {
    const spoken = 'Wednesday 25 November at 2 pm'
    const result = `I am sorry, 2 pm is no longer free. Your meeting is booked for ${spoken.replace('2', '4')} instead.`
    const world = await worldOf({
      times: [{ start: '2026-11-25T03:00:00.000Z', spoken }],
      choiceResult: async () => result,
    })
    const callId = await world.call('+61255500002')
    for (let moment = 0; moment < 150; moment++) await world.pass(2)
    const call = await world.db
      .selectFrom('calls')
      .select(['transcript', 'duration', 'recordingStatus'])
      .where('id', '=', callId)
      .executeTakeFirstOrThrow()
    expect(call.recordingStatus).toBe('completed')
    const said = JSON.stringify(call.transcript)
    expect(said).toContain(`"${result}"`)
    expect(said).not.toContain('I will book')
    const found = await world.simulator.lookup({ callId, providerCallId: null })
    const ends = found.kind === 'found' ? found.events.filter(({ kind }) => kind === 'ended') : []
    expect(ends).toMatchObject([{ durationSeconds: call.duration }])
  })

  it('has rung, and is not answered, before its time', async () => {
    const world = await worldOf()
    const callId = await world.call('+61255500000')
    const status = async () =>
      (await world.db.selectFrom('calls').select('status').where('id', '=', callId).executeTakeFirstOrThrow())
        .status
    expect(await status()).toBe('initiated')
    await world.pass(4)
    expect(await status()).toBe('ringing')
    await world.pass(30)
    expect(await status()).toBe('no_answer')
  })
})
