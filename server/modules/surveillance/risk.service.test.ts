import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedPerson } from '#test/worlds/register-rows.ts'
import { loadRegister } from '#test/worlds/register-world.ts'
import { recordDay } from './record-day.store.ts'

let app: TestApp
let compliance: Client
let now = new Date('2026-11-23T02:00:00Z')
const ids: number[] = []

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  compliance = await staffClient(app, 'compliance')
  const admin = await staffClient(app, 'admin')
  for (const [at, name] of ['Isla Fraser', 'Wei Nguyen', 'Marco Rossi'].entries()) {
    const broker = { name, phone: `(02) 5550 000${at}`, email: `b${at}@example.com`, region: 'NSW' }
    ids.push((await admin.send('POST', '/api/brokers', broker)).json().id)
  }
})
afterAll(() => app.close())

const days = async () => (await compliance.get('/api/surveillance/risk?days=30')).json()
const cards = async () => (await compliance.get('/api/surveillance/stats')).json()
const review = (at: number, action: string) =>
  compliance.send('POST', `/api/surveillance/brokers/${ids[at]}/review`, { action, notes: 'Compared' })

// Covers: surveillance-32
it('the risk of today counts the brokers of the cards, also after the day was recorded', async () => {
  expect(await days()).toEqual([])
  await loadRegister(app, compliance, 'banned_persons', [
    bannedPerson('#099000001', 'FRASER, ISLA'),
    bannedPerson('#099000002', 'NGUYEN, WEI'),
    bannedPerson('#099000003', 'ROSSI, MARCO'),
  ])
  await recordDay(app.ctx())
  const recorded = { brokers: 3, high: 3, medium: 0, suspended: 0 }
  expect(await days()).toEqual([{ day: '2026-11-23', ...recorded }])

  await review(0, 'clear')
  await review(1, 'suspend')
  expect(await cards()).toMatchObject({ flaggedBrokers: 1, suspendedBrokers: 1, totalBrokers: 3 })
  const current = { brokers: 3, high: 1, medium: 0, suspended: 1 }
  expect(await days()).toEqual([{ day: '2026-11-23', ...current }])

  // a day that is over keeps its last record
  now = new Date('2026-11-24T02:00:00Z')
  await review(2, 'clear')
  expect(await days()).toEqual([
    { day: '2026-11-23', ...recorded },
    { day: '2026-11-24', ...current, high: 0 },
  ])
})
