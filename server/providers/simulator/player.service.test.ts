import { afterEach, describe, expect, it, vi } from 'vitest'
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
  it('plays many calls at once by the clock, in two processes over one database, each event once', async () => {
    const first = await worldOf({ speed: 600, outcomes: 'realistic' })
    const { campaignId, versionId } = first
    const campaign = { campaignId, versionId }
    const second = await worldOf({ speed: 600, databaseUrl: first.databaseUrl, campaign })
    first.simulator.player.start()
    second.simulator.player.start()
    for (let i = 0; i < 60; i++) await first.call(`+613555${String(i).padStart(5, '0')}`)
    await vi.waitFor(async () => expect(await openCalls(first)).toBe(0), { timeout: 20_000 })
    await first.simulator.player.stop()
    await second.simulator.player.stop()
    const finished = [...first.heard, ...second.heard].filter(({ name }) => name === 'call.finished')
    expect(finished).toHaveLength(60)
  })

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
    expect(events).toHaveLength(7)
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
