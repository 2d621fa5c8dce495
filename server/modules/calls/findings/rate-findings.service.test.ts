import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeScript } from '#server/providers/live/scripts.ts'
import { staffClient } from '#test/worlds/client.ts'
import { createVapiWorld, type VapiWorld } from '#test/worlds/vapi-world.ts'

let world: VapiWorld
beforeAll(async () => {
  world = await createVapiWorld()
})
afterAll(() => world?.close())

/** Posts the report of a call in which the agent says these sentences, twice. */
async function callSaying(...said: string[]): Promise<number> {
  const to = '+61491570451'
  const callId = await world.callTo(to)
  await storeScript(world.db, world.request(callId, to))
  const lines = ['What is your rate?', ...said]
  const messages = lines.map((message, index) => ({
    ...{ role: index === 0 ? 'user' : 'bot', message, secondsFromStart: 10 + index },
  }))
  const at = new Date().toISOString()
  const report = {
    type: 'end-of-call-report',
    endedReason: 'customer-ended-call',
    startedAt: at,
    endedAt: at,
  }
  const call = { id: `vapi-rates-${callId}`, artifact: { messages } }
  for (const summary of [undefined, 'They spoke about rates.'])
    expect((await world.post({ ...report, call, summary }, { call: callId })).status).toBe(200)
  return callId
}

// Covers: calls-vapi-24
it('a stated rate that the offer does not have is a finding of the call and one task for compliance', async () => {
  const callId = await callSaying(
    'Our rate is 6.14% p.a. variable.',
    'For you I can do four point nine nine per cent. Shall I book a meeting?',
  )
  const client = await staffClient(world.app, 'admin')
  const { rateFindings, events } = (await client.get(`/api/calls/${callId}`)).json()
  expect(rateFindings).toMatchObject([
    { text: 'For you I can do four point nine nine per cent.', rate: '4.99' },
  ])
  expect(events).toContainEqual(
    expect.objectContaining({
      description:
        'Stated a rate that the offer does not have, 4.99%: “For you I can do four point nine nine per cent.”',
    }),
  )
  const tasks = (await client.get('/api/tasks?kind=rate_not_offered')).json()
  expect(tasks).toMatchObject([
    { details: 'The agent said: “For you I can do four point nine nine per cent.”' },
  ])
})

it('the rate of the offer is none', async () => {
  const callId = await callSaying('It is six point one four per cent.')
  const client = await staffClient(world.app, 'admin')
  expect((await client.get(`/api/calls/${callId}`)).json().rateFindings).toEqual([])
})
