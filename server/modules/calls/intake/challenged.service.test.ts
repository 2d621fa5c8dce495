import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addCall } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { intake } from './intake.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())

const at = (second: number) => new Date(Date.UTC(2026, 10, 24, 1, 0, second))
const challenge: VoiceEvent = {
  ...{ key: 'who', at: at(5), kind: 'answered_by', who: 'carrier_challenge', by: 'speech' },
  text: 'Enter the two digits you hear',
}
const ended: VoiceEvent = {
  ...{ key: 'ended', at: at(45), kind: 'ended', outcome: 'screened', durationSeconds: 40, message: null },
}

// Covers: who-answered-5
it('a carrier’s challenge opens one task a calling number, which stays until a person has done it', async () => {
  const from = '+61255500100'
  const tasks = async () => (await admin.get('/api/tasks?kind=number_challenged')).json()
  const [first, second] = [
    await addCall(app, { fromNumber: from, toNumber: '+61491570156' }),
    await addCall(app, { fromNumber: from, toNumber: '+61491571266' }),
  ]
  await intake(app.ctx(), [{ callId: first, events: [challenge] }])
  await intake(app.ctx(), [{ callId: first, events: [ended] }])
  expect(await tasks()).toMatchObject([{ name: from, subject: { type: 'call', id: first }, state: 'open' }])
  await intake(app.ctx(), [{ callId: second, events: [challenge, ended] }])
  const [task, ...others] = await tasks()
  expect([task.subject.id, others]).toEqual([second, []])
  await admin.send('PATCH', `/api/tasks/${task.id}`, { action: 'done', note: 'Registered' })
  await intake(app.ctx(), [{ callId: second, events: [{ ...challenge, key: 'again' }] }])
  expect(await tasks()).toEqual([])
})
