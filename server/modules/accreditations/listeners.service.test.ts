import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseBroker } from '#server/modules/brokers/erase-broker.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { visitor } from '#test/worlds/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

/** Reserved for fiction. */
const MOBILES = [
  '0006',
  '0156',
  '0157',
  '0158',
  '0159',
  '0110',
  '0313',
  '0737',
  '1266',
  '1491',
  '1804',
  '2549',
]
let numbers = 0
const broker = {
  name: 'Gurpreet Kaur Singh',
  company: 'Wattle Finance',
  asicNumber: '123',
  membership: 'FBAA',
}

async function call(
  values: object = {},
  of: object | null = broker,
): Promise<{ callId: number; brokerId: number | null; phone: string }> {
  const { db } = app.connection
  const phone = `+6149157${MOBILES[numbers++]}`
  const made = of
    ? await db
        .insertInto('brokers')
        .values({ name: '', phone, ...of })
        .returning('id')
        .executeTakeFirstOrThrow()
    : null
  const row = await db
    .insertInto('calls')
    .values({ provider: 'simulator', simulated: true, toNumber: phone, brokerId: made?.id, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { callId: row.id, brokerId: made?.id ?? null, phone }
}
const choose = (callId: number, option = 'option_3' as const) =>
  app.ctx().tx((tx) => tx.emit('calls.optionsChosen', { choices: [{ callId, option, source: 'key' }] }))
const draftsOf = (callId: number) =>
  app.connection.db.selectFrom('applications').selectAll().where('callId', '=', callId).execute()
const messagesOf = (callId: number | null, id = 0) =>
  app.connection.db
    .selectFrom('messages')
    .selectAll()
    .where((eb) => eb.or([eb('callId', '=', callId), eb('applicationId', '=', id)]))
    .orderBy('id')
    .execute()

/** Follows the short link of an SMS. */
async function follow(body: string) {
  const code = /\/s\/([\w-]+)/.exec(body)?.[1]
  const answer = await visitor(app).get(`/s/${code}`)
  expect(answer.statusCode).toBe(302)
  return visitor(app).get(new URL(String(answer.headers.location), 'http://localhost:3000').pathname)
}

describe('option 3', () => {
  // Covers: accreditation-applications-14
  it('opens one draft with what the record holds, and sends its link by SMS and mail', async () => {
    const { callId, brokerId, phone } = await call({}, { ...broker, email: 'g.singh@example.com' })
    await choose(callId)
    await choose(callId)
    const drafts = await draftsOf(callId)
    expect(drafts).toMatchObject([
      {
        ...{
          status: 'draft',
          source: 'call',
          brokerId,
          simulated: true,
          firstName: 'Gurpreet Kaur',
          lastName: 'Singh',
        },
        ...{
          email: 'g.singh@example.com',
          phoneE164: phone,
          company: 'Wattle Finance',
          asicNumber: '123',
          membership: 'FBAA',
        },
      },
    ])
    const [sms, mail, ...more] = await messagesOf(callId, drafts[0]?.id)
    expect(more).toEqual([])
    expect(sms).toMatchObject({ channel: 'sms', recipient: phone, brokerId })
    expect(sms?.body).toMatch(
      /^Brokerline: here's your accreditation application.* Reply STOP to opt out\. Really us\? /,
    )
    expect(mail).toMatchObject({
      channel: 'email',
      recipient: 'g.singh@example.com',
      template: 'draft_saved',
    })
    const page = await follow(sms?.body ?? '')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Gurpreet Kaur')
    const told = await app.connection.db
      .selectFrom('activities')
      .select('type')
      .where('callId', '=', callId)
      .execute()
    expect(told).toEqual([{ type: 'accreditation_started' }])
  })

  // Covers: accreditation-applications-14
  it('then counts as submitted for the broker once it is', async () => {
    const { callId, brokerId } = await call()
    await choose(callId)
    const [sms] = await messagesOf(callId)
    const page = await follow(sms?.body ?? '')
    const { draft } = JSON.parse(/<script id="facts"[^>]*>(.*?)<\/script>/.exec(page.body)?.[1] ?? '{}')
    const form = applicationForm({ ...applicant, email: 'from.call@example.com', draft: draft.token }, [
      { name: 'piInsurance', bytes: pdf() },
    ])
    const answer = await visitor(app).send('POST', '/api/accreditations', undefined, form)
    expect(answer.statusCode, answer.body).toBe(201)
    const told = await app.connection.db
      .selectFrom('activities')
      .select(['type', 'simulated'])
      .where('brokerId', '=', brokerId)
      .orderBy('id')
      .execute()
    expect(told).toEqual([
      { type: 'accreditation_started', simulated: true },
      { type: 'accreditation_submitted', simulated: true },
    ])
  })

  // Covers: accreditation-applications-14
  it('of a number that belongs to no broker opens an empty draft, by SMS only', async () => {
    const { callId, phone } = await call({}, null)
    await choose(callId)
    const [draft] = await draftsOf(callId)
    expect(draft).toMatchObject({ firstName: '', email: '', phoneE164: phone, brokerId: null })
    expect(await messagesOf(callId, draft?.id)).toMatchObject([{ channel: 'sms' }])
  })

  // Covers: accreditation-applications-14
  it('in a test call leads to the empty form and opens nothing', async () => {
    const { callId } = await call({ test: true })
    await choose(callId)
    expect(await draftsOf(callId)).toEqual([])
    const [sms] = await messagesOf(callId)
    expect((await follow(sms?.body ?? '')).statusCode).toBe(200)
  })

  it.each(['option_1', 'option_2', 'option_4'] as const)('is not %s', async (option) => {
    const { callId } = await call()
    await app
      .ctx()
      .tx((tx) => tx.emit('calls.optionsChosen', { choices: [{ callId, option, source: 'voice' }] }))
    expect(await draftsOf(callId)).toEqual([])
  })

  // Covers: accreditation-applications-20
  it('leaves nothing of a broker who is deleted', async () => {
    const { callId, brokerId } = await call({ finishedAt: new Date(), status: 'completed', outcome: 'human' })
    await choose(callId)
    await eraseBroker(await app.staff('admin'), brokerId ?? 0)
    expect(await draftsOf(callId)).toEqual([])
  })
})
