import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppListeners } from '#server/ctx.ts'
import type { DB } from '#server/schema.gen.ts'
import { connectMortal, type Fate } from '#test/doubles/mortal-connection.ts'
import { createLine, refusing } from '#test/doubles/test-line.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { dialPlaced } from './place-call.ts'

// What other modules do on an event: rows in the same transaction, by which doing it twice would show.
const listeners: AppListeners = {
  'calls.finished': async (ctx, { calls }) => {
    const told = calls.map(({ callId, outcome }) => ({ type: 'finished', description: outcome, callId }))
    await ctx.db.insertInto('activities').values(told).execute()
  },
  'calls.optionsChosen': async (ctx, { choices }) => {
    const told = choices.map(({ callId, option }) => ({ type: 'chosen', description: option, callId }))
    await ctx.db.insertInto('activities').values(told).execute()
  },
}

const NUMBER = '+61255500001'
const LATER_MS = 10 * 60_000

describe('a process that is killed somewhere between placing a call and its end', () => {
  let survivor: CallsWorld
  let lateness = 0
  beforeAll(async () => {
    survivor = await createCallsWorld({ listeners, now: () => new Date(Date.now() + lateness) })
  })
  afterAll(() => survivor?.close())

  /** One life of a call in a process with this fate. @returns whether it was killed, and the call if there is one */
  async function live(fate: Fate): Promise<{ killed: boolean; callId: number | undefined }> {
    const connection = connectMortal<DB>(survivor.databaseUrl, fate)
    const { campaignId, versionId } = survivor
    const before = await newestCall()
    try {
      const mortal = await createCallsWorld({
        databaseUrl: survivor.databaseUrl,
        dataDir: survivor.dataDir,
        connection,
        listeners,
        now: () => new Date(Date.now() + lateness),
        campaign: { campaignId, versionId },
      })
      await mortal.call(NUMBER)
      await mortal.pass(700)
      await mortal.close()
    } catch (error) {
      if (!connection.dead()) throw error
      expect(error).toBeInstanceOf(Error)
    }
    const killed = connection.dead()
    await connection.close()
    const newest = await newestCall()
    return { killed, callId: newest === before ? undefined : newest }
  }

  async function newestCall(): Promise<number | undefined> {
    const row = await survivor.db.selectFrom('calls').select('id').orderBy('id', 'desc').executeTakeFirst()
    return row?.id
  }

  async function recover(callId: number, askAgain: boolean): Promise<void> {
    if (askAgain) await dialPlaced(survivor.ctx, callId)
    // until the database has noticed that the process is gone, its locks stay
    await vi.waitFor(
      async () => {
        lateness += LATER_MS
        await survivor.pass(700)
        await reconcile(survivor.ctx)
        const open = survivor.db
          .selectFrom('calls')
          .select('id')
          .where('id', '=', callId)
          .where('finishedAt', 'is', null)
        expect(await open.execute()).toEqual([])
      },
      { timeout: 20_000, interval: 20 },
    )
  }

  it.each([
    ['before', false],
    ['after', false],
    ['before', true],
    ['after', true],
  ] as const)(
    '%s any statement: dialled once at most, told once, never left open (asked again: %s)',
    { timeout: 120_000 },
    async (when, askAgain) => {
      const ends = new Set<string>()
      let lives = 0
      for (let statement = 1; ; statement++) {
        const { killed, callId } = await live({ statement, when })
        lives += 1
        if (callId !== undefined) {
          await recover(callId, askAgain)
          const call = await survivor.db
            .selectFrom('calls')
            .selectAll()
            .where('id', '=', callId)
            .executeTakeFirstOrThrow()
          const dials = await survivor.db
            .selectFrom('simulatorDials')
            .where('callId', '=', callId)
            .select('id')
            .execute()
          const told = await survivor.db
            .selectFrom('activities')
            .where('callId', '=', callId)
            .select(['type', 'description'])
            .orderBy('id')
            .execute()
          const [type, description] = [call.outcome === 'human' ? 'completed' : 'failed', call.outcome]
          expect(dials.length, `statement ${statement}`).toBeLessThanOrEqual(1)
          expect(call.status, `statement ${statement}`).toBe(type)
          // a call that was dialled ends as it really did; one that certainly was not waits for another turn
          const without = call.dispatchedAt === null ? 'provider_fault' : 'unknown'
          expect(call.outcome, `statement ${statement}`).toBe(dials.length === 1 ? 'human' : without)
          expect(call.withdrawn, `statement ${statement}`).toBe(call.outcome === 'provider_fault')
          expect(told, `statement ${statement}`).toEqual(
            dials.length === 1
              ? [
                  { type: 'chosen', description: 'option_1' },
                  { type: 'finished', description },
                ]
              : [{ type: 'finished', description }],
          )
          ends.add(`${call.outcome}`)
        }
        if (!killed) break
        expect(statement, 'a life has fewer statements').toBeLessThan(200)
      }
      expect(lives).toBeGreaterThan(20)
      expect(ends).toContain('human')
      if (!askAgain) expect([...ends].sort()).toEqual(['human', 'provider_fault', 'unknown'])
    },
  )
})

describe('a process that is killed while it hands a refused call over', () => {
  const vapi = createLine({ name: 'vapi' })
  const twilio = createLine({ name: 'twilio' })
  vapi.answer = refusing('Vapi is busy.')
  let survivor: CallsWorld
  let lateness = 0
  const lines = { provider: () => vapi.provider, fallback: twilio.provider }
  beforeAll(async () => {
    survivor = await createCallsWorld({ ...lines, now: () => new Date(Date.now() + lateness) })
  })
  afterAll(() => survivor?.close())

  const openCalls = () =>
    survivor.db.selectFrom('calls').select('id').where('finishedAt', 'is', null).execute()

  // Covers: calls-live-providers-4
  it.each([
    'before',
    'after',
  ] as const)('%s any statement: each provider is asked once at most, and the call never stays open', {
    timeout: 60_000,
  }, async (when) => {
    const asked = new Set<string>()
    for (let statement = 1; ; statement++) {
      const connection = connectMortal<DB>(survivor.databaseUrl, { statement, when })
      const before = [vapi.dials.length, twilio.dials.length] as const
      let callId: number | undefined
      try {
        const { campaignId, versionId, databaseUrl, dataDir } = survivor
        const mortal = await createCallsWorld({
          ...lines,
          databaseUrl,
          dataDir,
          connection,
          now: () => new Date(Date.now() + lateness),
          campaign: { campaignId, versionId },
        })
        callId = await mortal.call('+61491570201', { dial: false })
        await dialPlaced(mortal.ctx, callId)
        await mortal.close()
      } catch (error) {
        if (!connection.dead()) throw error
      }
      const killed = connection.dead()
      await connection.close()
      // another process may try to dial the call: it is claimed already, or is dialled now
      if (callId !== undefined) await dialPlaced(survivor.ctx, callId)
      const times = [vapi.dials.length - before[0], twilio.dials.length - before[1]]
      asked.add(times.join('+'))
      expect(times[0], `Vapi, statement ${statement}`).toBeLessThanOrEqual(1)
      expect(times[1], `Twilio, statement ${statement}`).toBeLessThanOrEqual(times[0] ?? 0)
      await vi.waitFor(
        async () => {
          lateness += LATER_MS
          await reconcile(survivor.ctx)
          expect(await openCalls()).toEqual([])
        },
        { timeout: 20_000, interval: 20 },
      )
      if (!killed) break
      expect(statement, 'a life has fewer statements').toBeLessThan(100)
    }
    expect(asked).toContain('1+1')
    expect(asked, 'killed between the refusal and the handing over').toContain('1+0')
  })
})
