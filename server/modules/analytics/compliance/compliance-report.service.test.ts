import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { complianceReport } from '#contract/surveillance/compliance-report.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const at = (day: number, minute = 0): Date => new Date(Date.UTC(2026, 9, day, 2, minute))

let app: TestApp
let compliance: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())

// Covers: surveillance-39
it('reports a month with the figures of the screens, and the same as CSV and PDF', async () => {
  const { db } = app.connection
  const [broker] = await db.insertInto('brokers').values({ name: 'Marco Zhang' }).returning('id').execute()
  const [campaign] = await db
    .insertInto('campaigns')
    .values({ name: 'Winter', product: 'Flex', callScript: 'Hello' })
    .returning('id')
    .execute()
  const [brokerId, campaignId] = [broker?.id ?? 0, campaign?.id ?? 0]
  const call = {
    ...{ toNumber: '+61491570156', provider: 'simulator', simulated: true, status: 'completed' },
    ...{ outcome: 'human', campaignId, brokerId },
  }
  const calls = await db
    .insertInto('calls')
    .values([
      { ...call, createdAt: at(1), finishedAt: at(1, 5), response: 'option_4' },
      { ...call, createdAt: at(2), finishedAt: at(2, 5) },
      { ...call, createdAt: at(2), finishedAt: at(2, 5), test: true },
      { ...call, createdAt: new Date('2026-09-30T13:59:59Z'), finishedAt: at(1) },
    ])
    .returning(['id', 'createdAt'])
    .execute()
  const declined = calls[1]
  await db
    .insertInto('callEvents')
    .values({
      ...{ callId: declined?.id ?? 0, calledAt: declined?.createdAt ?? NOW, key: 'declined', at: at(2) },
      ...{ kind: 'recording_declined', data: '{}' },
    })
    .execute()
  const decision = {
    ...{ brokerId, campaignId, rulesVersion: '1', facts: '{}', dataVersions: '{}', judgedAt: at(3) },
    ...{ decidedAt: at(3), verdict: 'never' },
    reasons: JSON.stringify([{ code: 'opted_out', text: 'Pressed 4.' }]),
  }
  await db
    .insertInto('callDecisions')
    .values([decision, { ...decision, decidedAt: at(4) }, { ...decision, verdict: 'call' }])
    .execute()
  const suppression = {
    reason: 'Pressed 4',
    source: 'key',
    createdAt: at(1, 6),
    callId: calls[0]?.id ?? null,
  }
  await db
    .insertInto('suppressions')
    .values([
      { ...suppression, phone: '+61491570156' },
      { ...suppression, phone: '+61491570157', source: 'manual', reason: 'Complained by mail', callId: null },
      { ...suppression, phone: '+61491570158', source: 'unclear', callId: null, endedAt: at(1, 16) },
    ])
    .execute()
  const complaint = { words: 'Rude', acknowledgeBy: at(3), dueOn: '2026-11-01', receivedAt: at(2) }
  await db
    .insertInto('complaints')
    .values([
      {
        ...{ ...complaint, channel: 'phone', acknowledgedAt: at(2, 5), status: 'partly_upheld' },
        ...{ answer: 'Sorry', answeredAt: at(4) },
      },
      { ...complaint, channel: 'letter' },
      { ...complaint, channel: 'letter', receivedAt: new Date('2026-09-30T13:59:59Z') },
    ])
    .execute()
  const contest = { kind: 'file_check', decision: 'x', rule: 'x', decidedAt: at(1), reason: 'x', via: 'link' }
  await db
    .insertInto('contests')
    .values([
      {
        ...{ ...contest, brokerId, reference: 'general', madeAt: at(1), dueOn: '2026-10-31' },
        ...{ status: 'changed', answer: 'Right', answeredAt: at(2) },
      },
    ])
    .execute()
  await db
    .insertInto('complianceReviews')
    .values({ brokerId, action: 'suspend', notes: 'Banned.', reviewedAt: at(5), riskScore: 90 })
    .execute()
  const answer = await compliance.get('/api/surveillance/report?month=2026-10')
  expect(answer.statusCode, answer.body).toBe(200)
  const report: ReturnsOf<typeof complianceReport> = answer.json()
  const figures = Object.fromEntries(
    report.sections.flatMap(({ lines }) => lines.map(({ label, value }) => [label, value])),
  )
  const analytics = (await compliance.get('/api/analytics?from=2026-10-01&to=2026-10-31')).json()
  expect(figures).toMatchObject({
    ...{ Calls: analytics.current.calls, Responses: analytics.current.responses },
    'Response rate': analytics.current.responseRate,
    'Calls in which the recording was refused': 1,
    ...{ 'Opted out': 1, 'By key in a call': 1, 'By voice in a call': 0, 'Suppressed by hand': 1 },
    ...{ 'Handling time, median': 60, 'Handling time, longest': 60 },
    ...{ 'Held as possible opt-outs': 1, 'Time until a person decided, longest': 600 },
    ...{
      Complaints: 2,
      'Acknowledged within 24 hours': 1,
      'Complaints answered': 1,
      'Upheld or partly upheld': 1,
    },
    ...{ 'Not answered within 30 days': 1, 'Time until the answer, median': 172_800 },
    ...{
      Contests: 1,
      'Decisions changed': 1,
      'Not answered in time': 0,
      'Time until the reasons, median': 86_400,
    },
    ...{ 'Brokers suspended': 1, 'Suppressions ended': 1 },
  })
  expect(figures.Calls).toBe(2)
  const csv = await compliance.get('/api/surveillance/report.csv?month=2026-10')
  expect(csv.body).toContain('2026-10,Opt-outs,By key in a call,1,count')
  const pdf = await compliance.get('/api/surveillance/report.pdf?month=2026-10')
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.rawPayload.toString('latin1')).toContain('Compliance report, October 2026')
})

// Covers: surveillance-39
it('refuses a month that has not begun, and a lender', async () => {
  const future = await compliance.get('/api/surveillance/report?month=2026-12')
  expect([future.statusCode, future.json().fields.month]).toEqual([
    400,
    'This month has not begun: choose an earlier one',
  ])
  const lender = await staffClient(app, 'lender')
  expect((await lender.get('/api/surveillance/report.pdf?month=2026-10')).statusCode).toBe(403)
})
