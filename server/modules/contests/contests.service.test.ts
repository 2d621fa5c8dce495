import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnDecision } from '#contract/contests/contests.ts'
import { decisionsPath } from '#server/modules/brokers/decisions-link.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, signedIn, staffClient, visitor } from '#test/worlds/client.ts'
import { addDecisions, mailsOf, openedForm } from '#test/worlds/contests-world.ts'
import { remindStaff } from './remind-staff.ts'

const START = new Date('2026-11-24T02:00:00Z')
const DAY_MS = 86_400_000
let app: TestApp
let now = START
let compliance: Client
let broker: BrokerClient
let decisionId: number

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = START
  await asOwner(
    app.databaseUrl,
    'delete from messages; delete from tasks; delete from contests; delete from suppressions; delete from users where broker_id is not null; delete from brokers; delete from campaigns',
  )
  compliance = await staffClient(app, 'compliance')
  broker = await brokerClient(app)
  decisionId = await addDecisions(app, broker.brokerId)
})

const later = (days: number): void => {
  now = new Date(START.getTime() + days * DAY_MS)
}
const contest = (client: Client = broker, fields: object = {}) =>
  client.send('POST', '/api/broker/contests', {
    ...{ kind: 'call_eligibility', reference: String(decisionId), reason: 'I share no number.' },
    ...fields,
  })
const answer = (client: Client, id: number, outcome = 'upheld') =>
  client.send('POST', `/api/contests/${id}/answer`, { outcome, answer: 'Two records have the number.' })
const tasks = async (query = '') => (await compliance.get(`/api/tasks?kind=contest${query}`)).json()

describe('a broker in the portal', () => {
  // Covers: contests-1
  it('reads the decisions about them, newest first and paged, without other people and internal notes', async () => {
    const other = await brokerClient(app)
    const first = await broker.get('/api/broker/decisions?limit=2')
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const rest = await broker.get(next)
    const all: OwnDecision[] = [...first.json(), ...rest.json()]
    expect(all.map(({ kind }) => kind)).toEqual(['opt_out', 'register_match', 'call_eligibility'])
    expect(all[2]).toMatchObject({
      decision:
        'You are not called about Flex, because the number is shared with another record, which is called instead.',
      ...{ reference: String(decisionId), version: '6.hours-2', contest: null },
    })
    expect(first.body + rest.body).not.toMatch(/Marco|ZHANG|Suspended since|Winter/)
    // another broker has the same number, and neither these decisions nor a way to contest them
    expect((await other.get('/api/broker/decisions')).json()).toMatchObject([{ kind: 'opt_out' }])
    expect((await contest(other)).statusCode).toBe(404)
    expect((await contest(broker, { reference: 'x y' })).statusCode).toBe(400)
    expect((await broker.get('/api/broker/decisions?cursor=e30')).statusCode).toBe(400)
  })

  // Covers: contests-2, contests-4, contests-5
  it('contests one: a task with a deadline, a reminder, an answer with reasons, mails and the timeline', async () => {
    const made = await contest()
    expect([made.statusCode, made.json()]).toMatchObject([201, { status: 'open', dueOn: '2026-12-24' }])
    const { id } = made.json<{ id: number }>()
    expect((await contest()).json().message).toBe('Your contest of this decision waits for its answer.')
    expect(await mailsOf(app, 'contest_received')).toMatchObject([
      { recipient: broker.email, body: expect.stringContaining('by Thu 24 Dec 2026') },
    ])
    const [task] = await tasks()
    expect(task).toMatchObject({
      details: 'Contests a decision: Whether and when we call you. Answer by Thu 24 Dec 2026.',
      ...{
        subject: { type: 'contest', id },
        broker: { id: broker.brokerId },
        dueAt: '2026-12-24T13:00:00.000Z',
      },
    })

    await compliance.send('PATCH', `/api/tasks/${task.id}`, { action: 'done', note: null })
    later(22)
    await remindStaff(app.ctx())
    expect(await mailsOf(app, 'staff_report')).toEqual([])
    later(23)
    await remindStaff(app.ctx())
    await remindStaff(app.ctx())
    expect(await mailsOf(app, 'staff_report')).toMatchObject([
      { recipient: 'compliance.client@staff.example', subject: 'Contest to answer in 7 days' },
    ])
    expect(await tasks()).toHaveLength(1)

    later(30)
    expect((await answer(await staffClient(app, 'lender'), id)).statusCode).toBe(403)
    expect((await answer(compliance, id)).json()).toMatchObject({
      ...{ status: 'upheld', answeredBy: 'Test compliance', via: 'portal', hasEmail: true },
    })
    expect((await answer(compliance, id)).statusCode).toBe(409)
    expect(await tasks('&state=ended')).toMatchObject([
      { endedReason: 'The contest was answered or withdrawn.' },
    ])
    expect(await mailsOf(app, 'contest_answered')).toMatchObject([
      { recipient: broker.email, body: expect.stringContaining('Two records have the number.') },
    ])
    const [own] = (await broker.get('/api/broker/contests')).json()
    expect(own).toMatchObject({ id, status: 'upheld', answer: 'Two records have the number.' })
    expect(own).not.toHaveProperty('answeredBy')
    const timeline = await compliance.get(`/api/brokers/${broker.brokerId}/timeline?kind=compliance`)
    expect(timeline.json().map((entry: { description: string }) => entry.description)).toEqual([
      'Contest answered, the decision is upheld: Whether and when we call you',
      'Contested a decision: Whether and when we call you',
    ])
    const audit = await (await staffClient(app, 'admin')).get('/api/audit?kind=surveillance')
    expect(audit.json().map((row: { action: string }) => row.action)).toEqual(
      expect.arrayContaining(['contest.made', 'contest.answered']),
    )
    expect((await contest()).statusCode).toBe(201)
  })

  // Covers: contests-2
  it('contests a kind that leaves no row, withdraws, and neither reads nor ends those of others', async () => {
    const made = await contest(broker, { kind: 'file_check', reference: 'general' })
    const { id } = made.json<{ id: number }>()
    const other = await brokerClient(app)
    expect((await other.get('/api/broker/contests')).json()).toEqual([])
    expect((await other.send('DELETE', `/api/broker/contests/${id}`)).statusCode).toBe(404)
    expect((await broker.send('DELETE', `/api/broker/contests/${id}`)).json()).toEqual({ withdrawn: true })
    expect((await broker.send('DELETE', `/api/broker/contests/${id}`)).statusCode).toBe(404)
    expect((await answer(compliance, id)).statusCode).toBe(409)
    expect((await compliance.get('/api/contests?status=withdrawn')).json()).toMatchObject([{ id }])
  })

  // Covers: contests-5
  it('who is staff too does not answer their own contest', async () => {
    const { id } = (await contest()).json<{ id: number }>()
    await app.connection.db
      .updateTable('users')
      .set({ role: 'compliance' })
      .where('id', '=', broker.userId)
      .execute()
    const refused = await answer(await signedIn(app, broker.email), id)
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'This is your own contest: somebody else has to review it.',
    ])
  })
})

describe('a person without an account', () => {
  const path = () => decisionsPath(app.ctx(), { brokerId: broker.brokerId })
  const byLink = (link: string, fields: object = {}) =>
    visitor(app).send('POST', `/api${link}/contests`, {
      ...{ kind: 'call_eligibility', reference: String(decisionId), reason: 'Not my number.' },
      ...{ ...openedForm(app), ...fields },
    })

  // Covers: contests-3
  it('gets the link by SMS from staff, reads the decisions behind it and contests one', async () => {
    const sent = await compliance.send('POST', `/api/brokers/${broker.brokerId}/decisions-link`)
    expect(sent.json()).toEqual({ channel: 'sms' })
    const sms = await app.connection.db
      .selectFrom('messages')
      .select('body')
      .where('channel', '=', 'sms')
      .executeTakeFirstOrThrow()
    const short = new URL(/http\S+/.exec(sms.body)?.[0] ?? '').pathname
    const opened = await visitor(app).get(short)
    const link = new URL(String(opened.headers.location), 'http://localhost').pathname
    expect(link).toMatch(/^\/decisions\//)
    const page = await visitor(app).get(link)
    expect(page.statusCode, page.body).toBe(200)
    expect(page.body).toContain('You are not called about Flex')
    expect(page.body).not.toMatch(/Marco|ZHANG|\+61491570156|@example\.com/)
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    const made = await byLink(link)
    expect([made.statusCode, made.json()]).toEqual([201, { dueOn: '2026-12-24', byEmail: true }])
    expect((await compliance.get('/api/contests')).json()).toMatchObject([
      { via: 'link', suspicion: null, broker: { id: broker.brokerId } },
    ])
    expect((await visitor(app).get(link)).body).toContain('Waits for an answer')
  })

  // Covers: contests-3
  it('with a forged, expired or other link reaches nothing, and a program’s form is kept without a mail', async () => {
    const link = path()
    expect((await byLink(`${link}x`)).statusCode).toBe(404)
    const page = await visitor(app).get(`${link}x`)
    expect([page.statusCode, page.body.includes('This link no longer works')]).toEqual([404, true])
    const other = await brokerClient(app)
    expect((await byLink(decisionsPath(app.ctx(), other))).statusCode).toBe(404)
    // the key of an offer's link, which people hand on, opens no decisions
    const key = (
      await (await staffClient(app, 'lender')).get(`/api/brokers/${broker.brokerId}/link-key`)
    ).json()
    expect((await visitor(app).get(`/decisions/${key.key ?? 'none'}`)).statusCode).toBe(404)
    expect((await byLink(link, { formCheck: 'Acme' })).statusCode).toBe(201)
    expect((await compliance.get('/api/contests')).json()).toMatchObject([
      { suspicion: expect.stringContaining('hidden field') },
    ])
    expect(await mailsOf(app, 'contest_received')).toEqual([])
    later(200)
    expect((await visitor(app).get(link)).statusCode).toBe(404)
  })
})

describe('a record', () => {
  // Covers: contests-8
  it('takes its contests along when it is merged, exported and erased', async () => {
    await contest()
    const admin = await staffClient(app, 'admin')
    const kept = await brokerClient(app)
    const merged = await admin.send('POST', `/api/brokers/${kept.brokerId}/merge`, {
      brokerId: broker.brokerId,
    })
    expect(merged.statusCode, merged.body).toBe(200)
    expect((await compliance.get('/api/contests')).json()).toMatchObject([{ broker: { id: kept.brokerId } }])
    const erased = await admin.send('DELETE', `/api/brokers/${kept.brokerId}`)
    expect(erased.statusCode, erased.body).toBe(200)
    expect(erased.json().receipt.lines).toContainEqual({
      ...{ what: 'Contests of decisions', rows: 1, outcome: 'erased', reason: null },
    })
    expect((await compliance.get('/api/contests')).json()).toEqual([])
  })
})
