import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBroker, addCall } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { intake } from './intake.ts'

let app: TestApp
let compliance: Client
beforeAll(async () => {
  app = await createTestApp()
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())

const at = (second: number) => new Date(Date.UTC(2026, 10, 24, 1, 0, second))
const said: VoiceEvent = { key: 'said', at: at(10), kind: 'opt_out_unclear', text: 'Go away' }
const ended: VoiceEvent = {
  ...{ key: 'ended', at: at(20), kind: 'ended', outcome: 'human', durationSeconds: 15, message: null },
}
const tell = (callId: number, ...events: VoiceEvent[]) => intake(app.ctx(), [{ callId, events }])
const entries = async () => (await compliance.get('/api/suppressions')).json()
const tasks = async () => (await compliance.get('/api/tasks?kind=opt_out_unclear')).json()

// Covers: calls-vapi-18
it('a call that ends before an unclear opt-out is answered holds its number once, with a task of its words', async () => {
  const phone = '+61255509999'
  const brokerId = await addBroker(app, { phone })
  const callId = await addCall(app, { brokerId, toNumber: phone })
  await tell(callId, said)
  expect([await entries(), await tasks()]).toEqual([[], []])
  await tell(callId, ended)
  await tell(callId, { ...ended, key: 'ended again' })
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    ...{ source: 'unclear', removable: true },
    reason: 'On hold: words in a call may be an opt-out',
  })
  expect(await tasks()).toMatchObject([
    { details: 'Said in a call: “Go away”', subject: { type: 'call', id: callId }, broker: { id: brokerId } },
  ])
  await compliance.send('DELETE', `/api/suppressions/${entry.id}?reason=A+joke`)
  expect(await tasks()).toEqual([])
})

it('an answered one holds nothing', async () => {
  const callId = await addCall(app, { brokerId: await addBroker(app) })
  const option: VoiceEvent = { key: 'link', at: at(15), kind: 'option', option: 'option_1', source: 'key' }
  await tell(callId, said, option, ended)
  expect(await entries()).toEqual([])
})
