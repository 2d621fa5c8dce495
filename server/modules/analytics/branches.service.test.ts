import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, addBroker } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { addCampaign, addMicrosite } from '#test/worlds/microsites-world.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const ago = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000)

let app: TestApp
let viewer: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app?.close())

// Covers: analytics-figures-29
it('follows each wish in its own branch, and counts the loans that brokers lodged after a choice', async () => {
  const { db } = app.connection
  const campaignId = await addCampaign(app, { name: 'Spring' })
  const { id: micrositeId } = await addMicrosite(app, { campaignId, slug: 'spring' })
  const bdmId = await addBdm(app)
  const brokers = [1, 2, 3, 4].map((n) => addBroker(app, { email: `wish${n}@example.com` }))
  const [link = 0, meeting = 0, accreditation = 0, out = 0] = await Promise.all(brokers)
  const call = {
    ...{ provider: 'simulator', simulated: true, toNumber: '+61255501234', campaignId, region: 'NSW' },
    ...{ status: 'completed', outcome: 'human', menuPlayed: true, createdAt: ago(5), finishedAt: ago(5) },
  }
  await db
    .insertInto('calls')
    .values([
      { ...call, brokerId: link, response: 'option_1' },
      // chose a meeting as well: in both branches
      { ...call, brokerId: link, response: 'option_2', createdAt: ago(4) },
      { ...call, brokerId: meeting, response: 'option_2' },
      { ...call, brokerId: accreditation, response: 'option_3' },
      { ...call, brokerId: out, response: 'option_4' },
      { ...call, brokerId: out, response: 'option_1', test: true },
    ])
    .execute()
  await db
    .insertInto('visits')
    .values({
      micrositeId,
      brokerId: link,
      at: ago(3),
      day: '2026-11-21',
      visitor: Buffer.from('a'),
      device: 'desktop',
    })
    .execute()
  const start = new Date(NOW.getTime() + 86_400_000)
  const end = new Date(start.getTime() + 3_600_000)
  await db
    .insertInto('bookings')
    .values({
      ...{ bdmId, brokerId: meeting, campaignId, uid: 'branch', name: 'Wish', source: 'call', attendees: 1 },
      ...{ during: `[${start.toISOString()},${end.toISOString()})`, meetingType: 'product-discussion' },
      ...{ simulated: true, createdAt: ago(5) },
    })
    .execute()
  await db
    .insertInto('applications')
    .values({
      status: 'submitted',
      brokerId: accreditation,
      campaignId,
      simulated: true,
      submittedAt: ago(2),
    })
    .execute()
  const loan = { amount: '500000', defaulted: false, reworked: false }
  await db
    .insertInto('loans')
    .values([
      { ...loan, brokerId: link, loanId: 'A1', lodgedOn: '2026-11-22' },
      { ...loan, brokerId: link, loanId: 'A2', lodgedOn: '2026-11-01' },
      { ...loan, brokerId: out, loanId: 'A3', lodgedOn: '2026-11-22' },
    ])
    .execute()
  const { branches, current } = (await viewer.get(`/api/analytics?period=30&campaignId=${campaignId}`)).json()
  const counts = branches.map(({ option, steps }: { option: string; steps: { brokers: number }[] }) => [
    option,
    ...steps.map(({ brokers }) => brokers),
  ])
  expect(counts).toEqual([
    ['option_1', 1, 1],
    ['option_2', 2, 1],
    ['option_3', 1, 1, 0],
    ['option_4', 1],
  ])
  expect(current.loans).toBe(1)
  expect((await viewer.get('/api/analytics?period=30&region=WA')).json().current.loans).toBe(0)
})
