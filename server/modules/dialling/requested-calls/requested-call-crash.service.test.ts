import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reconcile } from '#server/modules/calls/reconciliation/reconcile.ts'
import type { DB } from '#server/schema.gen.ts'
import { connectMortal, type Fate } from '#test/doubles/mortal-connection.ts'
import { createDiallingWorld, createLine, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { dialInTurn } from '../dispatch-campaign.ts'
import { dispatchRequestedCalls } from './dispatch-requested-calls.ts'

const LATER_MS = 10 * 60_000

describe('a process that is killed while it dials a requested call', () => {
  const line = createLine()
  let survivor: DiallingWorld
  let campaignId = 0
  let lateness = 0
  const now = () => new Date(Date.now() + lateness)
  beforeAll(async () => {
    survivor = await createDiallingWorld({ line, now })
    campaignId = await survivor.campaign({ status: 'completed', maxConcurrentCalls: 100 })
  })
  afterAll(() => survivor?.close())

  async function plan(): Promise<{ id: number; phone: string }> {
    const [brokerId = 0] = await survivor.brokers(1)
    const broker = survivor.db.selectFrom('brokers').select('phone').where('id', '=', brokerId)
    const phone = (await broker.executeTakeFirstOrThrow()).phone ?? ''
    const untilAt = new Date(line.clock.getTime() + 900_000)
    const values = { brokerId, campaignId, phone, simulated: true, words: '', dueAt: line.clock, untilAt }
    const added = survivor.db.insertInto('requestedCalls').values(values).returning('id')
    return { ...(await added.executeTakeFirstOrThrow()), phone }
  }

  /** @returns whether it was killed */
  async function dialIn(fate: Fate): Promise<boolean> {
    const connection = connectMortal<DB>(survivor.databaseUrl, fate)
    const mortal = await createDiallingWorld({ databaseUrl: survivor.databaseUrl, line, now, connection })
    try {
      const placed = await dispatchRequestedCalls(mortal.ctx, line.provider, { now: line.clock, limit: 10 })
      for (const dial of placed) await dialInTurn(mortal.ctx, dial)
    } catch (error) {
      if (!connection.dead()) throw error
    }
    await mortal.close()
    return connection.dead()
  }

  const stateOf = async (id: number): Promise<string> => {
    const row = survivor.db.selectFrom('requestedCalls').select('state').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).state
  }

  // Covers: requested-calls-7
  it.each([
    'before',
    'after',
  ] as const)('%s any statement: the person is dialled once, or the outcome is unknown and no process dials again', {
    timeout: 120_000,
  }, async (when) => {
    const ends = new Set<string>()
    for (let statement = 1; ; statement++) {
      const { id, phone } = await plan()
      const killed = await dialIn({ statement, when })
      // the locks remain until the database detects the end of the process
      await vi.waitFor(
        async () => {
          lateness += LATER_MS
          await reconcile(survivor.ctx)
          line.clock = new Date(line.clock.getTime() + 60_000)
          await survivor.turn()
          const dialled = survivor.db
            .selectFrom('calls')
            .select('id')
            .where('toNumber', '=', phone)
            .where('finishedAt', 'is', null)
            .where('dispatchedAt', 'is not', null)
          const open = (await dialled.execute()).filter(({ id: callId }) =>
            line.dials.some((dial) => dial.callId === callId),
          )
          await survivor.end(
            'human',
            open.map(({ id: callId }) => callId),
          )
          expect(await stateOf(id)).toBe('kept')
        },
        { timeout: 20_000, interval: 20 },
      )
      const dials = line.dials.filter(({ to }) => to === phone).length
      const outcomes = await survivor.db
        .selectFrom('calls')
        .select('outcome')
        .where('toNumber', '=', phone)
        .where('withdrawn', '=', false)
        .execute()
      expect(dials, `statement ${statement}`).toBeLessThanOrEqual(1)
      expect(outcomes, `statement ${statement}`).toHaveLength(1)
      if (dials === 0) expect(outcomes, `statement ${statement}`).toEqual([{ outcome: 'unknown' }])
      ends.add(dials === 0 ? 'unknown' : 'dialled')
      line.clock = new Date('2026-11-24T10:00:00+11:00')
      if (!killed) break
      expect(statement, 'a dial has fewer statements').toBeLessThan(100)
    }
    // a kill after the claim of the dispatch is the only one that leaves a doubt
    expect([...ends].sort()).toEqual(when === 'after' ? ['dialled', 'unknown'] : ['dialled'])
  })
})
