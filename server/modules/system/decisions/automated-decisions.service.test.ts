import { afterAll, beforeAll, expect, it } from 'vitest'
import { automatedDecisions } from '#contract/automated-decisions.ts'
import { decisionKinds } from '#contract/decisions/decision-kinds.ts'
import type { decisionCounts } from '#contract/decisions/decisions.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { RULES_VERSION } from '#server/modules/dialling/decide.rules.ts'
import { SCREENING_RULES } from '#server/modules/surveillance/checks/audit-automatic.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const october = (day: number): Date => new Date(Date.UTC(2026, 9, day, 2))

let app: TestApp
let compliance: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())

const countsOf = async (month: string): Promise<Record<string, number | null>> => {
  const answer = await compliance.get(`/api/automated-decisions/counts?month=${month}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { kinds }: ReturnsOf<typeof decisionCounts> = answer.json()
  return Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
}

// Covers: automated-decisions-1
it('names the versions that are stored with decisions', () => {
  expect(automatedDecisions.call_eligibility.version).toBe(RULES_VERSION)
  for (const kind of [
    'register_match',
    'register_hold',
    'suspension_review',
    'application_screening',
  ] as const)
    expect(automatedDecisions[kind].version, kind).toBe(SCREENING_RULES)
})

// Covers: automated-decisions-2
it('shows every entry to anybody, under the lender’s name', async () => {
  const page = await app.server.inject({ url: '/privacy/automated-decisions' })
  expect(page.statusCode).toBe(200)
  for (const kind of decisionKinds) expect(page.body).toContain(`id="${kind}"`)
  expect(page.body).not.toContain('<script')
  const booking = await app.server.inject({ url: '/booking' })
  expect(booking.body).toContain('href="/privacy/automated-decisions"')
})

// Covers: automated-decisions-4
it('counts the decisions of a month in Sydney by kind', async () => {
  const { db } = app.connection
  const [broker] = await db.insertInto('brokers').values({ name: 'Marco Zhang' }).returning('id').execute()
  const [campaign] = await db
    .insertInto('campaigns')
    .values({ name: 'Winter', product: 'Flex', callScript: 'Hello' })
    .returning('id')
    .execute()
  const [brokerId, campaignId] = [broker?.id ?? 0, campaign?.id ?? 0]
  const decision = {
    ...{ brokerId, campaignId, rulesVersion: '1', facts: '{}', dataVersions: '{}', verdict: 'later' },
    ...{ judgedAt: october(3), decidedAt: october(3) },
    reasons: JSON.stringify([{ code: 'better_hour', text: 'Waits.' }]),
  }
  await db
    .insertInto('callDecisions')
    .values([
      decision,
      { ...decision, reasons: JSON.stringify([{ code: 'allowed', text: 'May be called.' }]) },
      { ...decision, decidedAt: new Date('2026-10-31T13:00:00Z') },
    ])
    .execute()
  await db
    .insertInto('suppressions')
    .values([
      { phone: '+61491570156', reason: 'Pressed 4', source: 'key', createdAt: october(4) },
      { phone: '+61491570157', reason: 'Asked by mail', source: 'manual', createdAt: october(4) },
    ])
    .execute()
  await db
    .insertInto('retentionRuns')
    .values({
      ...{ day: '2026-10-05', status: 'done', actor: 'system', periods: '{}', startedAt: october(5) },
      removed: JSON.stringify({ messages: 3, visits: 4 }),
    })
    .execute()
  expect(await countsOf('2026-10')).toMatchObject({
    ...{ call_eligibility: 2, best_hours: 1, opt_out: 1, retention_removal: 7, retry: 0, score: 0 },
    ...{ duplicate_records: null, request_limit: null, file_check: null },
  })
  expect(await countsOf('2026-11')).toMatchObject({ call_eligibility: 1, opt_out: 0 })
})

// Covers: automated-decisions-3, automated-decisions-4
it('gives counts and the policy’s text to compliance and admins, of months that have begun', async () => {
  const lender = await staffClient(app, 'lender')
  for (const path of ['counts?month=2026-10', 'policy-text'])
    expect((await lender.get(`/api/automated-decisions/${path}`)).statusCode, path).toBe(403)
  expect((await compliance.get('/api/automated-decisions/counts?month=2026-12')).json().fields).toEqual({
    month: 'This month has not begun: choose an earlier one',
  })
  const { text, pageUrl } = (await compliance.get('/api/automated-decisions/policy-text')).json()
  expect(pageUrl).toMatch(/\/privacy\/automated-decisions$/)
  expect(text).toContain(pageUrl)
})
