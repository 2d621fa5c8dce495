import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import type { VapiParts } from '#server/providers/vapi/parts.ts'
import type { Conversation } from '#server/providers/vapi/voice/acceptance.ts'
import { planCall } from '#server/providers/vapi/voice/plan-call.ts'
import { createDiallingWorld, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { vendorHooks } from './vendor-hooks.ts'

let world: DiallingWorld
let callId = 0
let used = 0
beforeAll(async () => {
  world = await createDiallingWorld()
  world.line.clock = new Date('2026-12-01T12:30:00+11:00')
  await world.brokers(1)
  await startCalls(world.ctx, await world.campaign({ callEndTime: '20:00' }))
  ;[callId = 0] = await world.turn()
  await world.db.insertInto('liveScripts').values({ callId, script: '{}' }).execute()
})
afterAll(() => world?.close())

/** Text that the tool returns to the voice. */
async function use(given: Record<string, unknown>, lines: Conversation['lines'] = []): Promise<string> {
  const parts = { db: world.db, hooks: vendorHooks(() => world.ctx) } as unknown as VapiParts // no others are read
  const key = `tool-${used++}`
  return planCall(parts, {
    callId,
    tool: { id: key, name: 'plan_call', arguments: given },
    keyed: { key, at: world.line.clock },
    lines,
    record: (event) => intake(world.ctx, [{ callId, events: [event] }]),
  })
}
/** The read-back as spoken, and the answer to it. */
const answered = (question: string, text: string): Conversation['lines'] => [
  { speaker: 'agent', text: question.replace(/ \[.*/, '') },
  { speaker: 'caller', text },
]
const planned = () =>
  world.db.selectFrom('requestedCalls').select(['dueAt', 'words', 'state']).orderBy('id').execute()

describe('the voice’s tool to plan a call', () => {
  // Covers: requested-calls-11, calls-vapi-21
  it('plans nothing before a time was read out and confirmed', async () => {
    const answer = await use({ words: 'ring me Tuesday after three' })
    expect(answer).toMatch(
      /^That is Tuesday 8 December at 3 pm, Sydney time\. Shall I call you then\? \[2026-12-08T04:00/,
    )
    expect(await planned()).toEqual([])
    for (const confirmed of ['2026-12-08T05:00:00.000Z', 'yes', '2026-12-09T04:00:00.000Z'])
      expect(await use({ words: 'yes', confirmed })).toContain('was not read out')
    expect(await planned()).toEqual([])
  })

  // Covers: requested-calls-11
  it('plans the confirmed time, and the last one after a change of mind', async () => {
    const question = await use({ words: 'tomorrow at ten' })
    const first = /\[(.+)\]/.exec(question)?.[1]
    for (const lines of [[], answered(question, 'No, later.'), answered('How are you?', 'Yes.')])
      expect(await use({ confirmed: `[${first}]` }, lines)).toBe(
        'No call is planned yet. Say: “That is Wednesday 2 December at 10 am. Shall I call you then?” Only after a clear yes call this tool again.',
      )
    expect(await planned()).toEqual([])
    expect(await use({ confirmed: `[${first}]` }, answered(question, 'Yes please.'))).toBe(
      'Done: we will call you on Wednesday 2 December at 10 am, Sydney time.',
    )
    world.line.clock = new Date('2026-12-01T12:31:00+11:00')
    const other = await use({ words: 'no wait, make it Thursday at four' })
    const second = /\[(.+)\]/.exec(other)?.[1]
    await use({ words: 'yes please', confirmed: second }, answered(other, 'Yes please.'))
    expect(await planned()).toEqual([
      {
        state: 'planned',
        words: 'no wait, make it Thursday at four',
        dueAt: new Date('2026-12-03T16:00:00+11:00'),
      },
    ])
  })

  it('offers the nearest permitted time for one that is not', async () => {
    expect(await use({ words: 'call me Sunday at ten' })).toContain(
      'The nearest time is Monday 7 December at 9 am, Sydney time.',
    )
    expect(await use({ words: 'tomorrow at nine thirty at night' })).toContain(
      'The nearest time is Wednesday 2 December',
    )
  })

  it('requests a time where none was named', async () => {
    expect(await use({ words: 'call me later' })).toBeTruthy()
    expect(await use({ words: 'hello there' })).toContain('Ask which day and time')
    expect(await use({})).toContain('Ask which day and time')
  })
})
