import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { documentReviewTable } from '#contract/documents/document-reviews.ts'
import { signBrokerKey } from '#server/modules/brokers/broker-key.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { type Client, visitor } from '#test/worlds/client.ts'
import { type ReviewDesk, reviewDesk } from '#test/worlds/review-desk.ts'
import { viewQueueFigures } from './claims.views.ts'

let desk: ReviewDesk
beforeAll(async () => {
  desk = await reviewDesk()
})
afterAll(() => desk?.app.close())
beforeEach(() => desk.reset())

let people = 0
const form = (fields: Record<string, string>) =>
  applicationForm({ ...applicant, ...fields }, [
    { name: 'piInsurance', bytes: pdf('PI'), filename: 'pi.pdf' },
  ])

async function submitted(fields: Record<string, string> = {}): Promise<{ id: number; email: string }> {
  const email = fields.email ?? `claims.${++people}@example.com`
  const answer = await visitor(desk.app).send(
    'POST',
    '/api/accreditations',
    undefined,
    form({ ...fields, email }),
  )
  expect(answer.statusCode, answer.body).toBe(201)
  return { email, ...answer.json() }
}
const claim = (client: Client, id: number, take = true) =>
  client.send('POST', `/api/accreditations/${id}/claim`, { claim: take })
const review = (client: Client, id: number, body: object) =>
  client.send('POST', `/api/accreditations/${id}/review`, body)
const details = async (id: number, client = desk.admin): Promise<ApplicationDetails> =>
  (await client.get(`/api/accreditations/${id}`)).json()
const list = async (client: Client, query: string): Promise<number[]> =>
  (await client.get(`/api/accreditations?${query}`)).json().map(({ id }: { id: number }) => id)

describe('the claim of an application', () => {
  // Covers: accreditation-applications-16
  it('bars nobody any more after two hours, and stays in review', async () => {
    const { jo, lee, later } = desk
    const { id } = await submitted()
    await claim(jo, id)
    expect((await details(id, lee)).refusal).toBe('This application is assigned to Test compliance.')
    later(1.9)
    expect((await claim(lee, id)).statusCode).toBe(409)
    expect(await list(jo, 'claimed=mine')).toContain(id)
    later(0.1)
    expect(await details(id, lee)).toMatchObject({
      ...{ status: 'in_review', claimedBy: null, claimedAt: null, refusal: null },
    })
    expect(await list(jo, 'claimed=mine')).not.toContain(id)
    expect(await list(jo, 'claimed=nobody')).toContain(id)
    expect((await claim(lee, id)).json()).toMatchObject({
      status: 'in_review',
      claimedBy: expect.any(Object),
    })
    expect((await review(jo, id, { action: 'approve', brokerId: null })).statusCode).toBe(409)
  })

  // Covers: accreditation-applications-16
  it('begins anew when it is claimed again, and stands in the history once', async () => {
    const { jo, lee, later } = desk
    const { id } = await submitted()
    await claim(jo, id)
    later(1.5)
    await claim(jo, id)
    later(1.5)
    expect((await claim(lee, id)).statusCode).toBe(409)
    expect((await details(id)).history.map(({ status }) => status)).toEqual(['in_review', 'submitted'])
  })

  // Covers: accreditation-applications-18
  it('waits for the answer of the applicant, and begins anew with it', async () => {
    const { app, jo, lee, joId, later } = desk
    const { id, email } = await submitted()
    await review(jo, id, { action: 'request_info', reason: 'The certificate has expired.' })
    later(72)
    expect((await details(id)).claimedBy?.id).toBe(joId)
    expect(await list(jo, 'claimed=mine&status=info_requested')).toContain(id)
    const mail = await app.connection.db
      .selectFrom('messages')
      .select('body')
      .where('applicationId', '=', id)
      .where('template', '=', 'application_decided')
      .executeTakeFirstOrThrow()
    const draft = /accreditation\/resume\/([^\s"?<>]+)/.exec(mail.body)?.[1] ?? ''
    const answer = await visitor(app).send('POST', '/api/accreditations', undefined, form({ email, draft }))
    expect(answer.json(), answer.body).toMatchObject({ id, status: 'submitted' })
    expect((await claim(lee, id)).statusCode).toBe(409)
    later(2)
    expect((await claim(lee, id)).statusCode).toBe(200)
  })
})

// Covers: document-review-expiry-7
it('nobody reviews their own application, by their broker or by their address', async () => {
  const { app, jo, lee, joId } = desk
  const { db } = app.connection
  const OWN = 'This is your own application: somebody else has to review it.'
  const byAddress = await submitted({ email: 'Jo@staff.example' })
  const { id: brokerId } = await db
    .insertInto('brokers')
    .values({ name: 'Jo Ng' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const byBroker = await submitted({
    ...{ brokerId: String(brokerId), brokerKey: signBrokerKey(app.ctx(), brokerId) },
  })
  await db.updateTable('users').set({ brokerId }).where('id', '=', joId).execute()
  for (const { id } of [byAddress, byBroker]) {
    for (const answer of [await claim(jo, id), await review(jo, id, { action: 'approve', brokerId: null })]) {
      expect([answer.statusCode, answer.json().message]).toEqual([422, OWN])
    }
    expect((await details(id, jo)).refusal).toBe(OWN)
    expect((await claim(lee, id)).statusCode).toBe(200)
  }
  await db.updateTable('users').set({ brokerId: null }).where('id', '=', joId).execute()
})

it('the figures of a queue tell what is open, mine, unassigned and expired, and since when the first has waited', async () => {
  const { app, jo, lee, fresh, claim: claimDocument, emptyQueue, later, now } = desk
  await emptyQueue()
  const figures = async () =>
    viewQueueFigures(
      await app.staff('compliance'),
      { name: 'documents', table: documentReviewTable },
      { queue: sql`status = 'pending' and current`, since: sql`uploaded_at` },
    )
  const began = now()
  const [expired, claimed] = [await fresh(), await fresh()]
  await claimDocument(jo, expired)
  later(1)
  await claimDocument(lee, claimed)
  await fresh()
  expect(await figures()).toEqual({ open: 3, mine: 0, unassigned: 1, expiredClaims: 0, oldest: began })
  later(1)
  expect(await figures()).toMatchObject({ open: 3, unassigned: 2, expiredClaims: 1 })
  await emptyQueue()
  expect(await figures()).toMatchObject({ open: 0, unassigned: 0, oldest: null })
})
