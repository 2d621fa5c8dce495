import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, addBroker, outbox, SUNDAY, TUESDAY_NINE } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

let app: TestApp
let lender: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
  lender = await staffClient(app, 'lender')
})
afterAll(() => app?.close())

const book = (body: object, client = lender) => client.send('POST', '/api/bookings/for-broker', body)
const asked = { meetingType: 'training-session', scheduledDate: TUESDAY_NINE, attendees: 1 }

// Covers: bookings-33
it('books a broker with the chosen BDM alone, notifies both, and is audited', async () => {
  const [own, other] = [await addBdm(app), await addBdm(app)]
  const brokerId = await addBroker(app)
  const answer = await book({ ...asked, brokerId, bdmId: other, agenda: 'New policy' })
  expect(answer.statusCode, answer.body).toBe(201)
  const made: Booking = answer.json()
  expect(made).toMatchObject({
    ...{ status: 'booked', source: 'staff', agenda: 'New policy', bdm: { id: other } },
    broker: { id: brokerId, company: 'Quiet Broking' },
  })
  expect((await outbox(app, made.id)).map(({ recipient }) => recipient)).toContain('petra@example.com')
  const audited = await app.connection.db
    .selectFrom('auditLog')
    .select(['actor', 'subjectId'])
    .where('action', '=', 'booking.made')
    .execute()
  expect(audited).toEqual([{ actor: 'lender.client@staff.example', subjectId: String(made.id) }])
  // the chosen BDM is taken, although another one is free
  const second = await addBroker(app, { email: 'second@example.com' })
  expect((await book({ ...asked, brokerId: second, bdmId: other })).statusCode).toBe(409)
  expect((await book({ ...asked, brokerId: second })).json()).toMatchObject({ bdm: { id: own } })
  const free = await lender.get(`/api/bookings/free-times?from=2026-11-24&to=2026-11-24&bdmId=${other}`)
  expect(free.json()[0].slots.filter(({ available }: { available: boolean }) => !available)).toHaveLength(2)
})

// Covers: bookings-33
it('refuses a viewer, an unknown broker and a time in the past', async () => {
  const brokerId = await addBroker(app, { email: 'third@example.com' })
  const viewer = await staffClient(app, 'viewer')
  expect((await book({ ...asked, brokerId }, viewer)).statusCode).toBe(403)
  expect((await book({ ...asked, brokerId: 999_999 })).statusCode).toBe(400)
  const past = await book({ ...asked, brokerId, scheduledDate: '2026-11-20T09:00:00+11:00' })
  expect([past.statusCode, past.json().message]).toEqual([422, 'This time has passed. Choose another one.'])
})
