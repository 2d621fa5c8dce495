import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ScoreRow } from '#contract/scoring/scoring.ts'
import { continueRun, resumeRuns } from '#server/platform/runs/runs.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, signedIn, staffClient } from '#test/worlds/client.ts'
import { killedAfter, waitingJobs } from '#test/worlds/runs-world.ts'
import { calculateMonth, finishCalculations, loanLines, takeLoans } from '#test/worlds/scoring-world.ts'
import { calculationRun, startDueRuns } from './score/calculate.ts'
import { expireOverrides } from './score/override-tier.ts'

let app: TestApp
let admin: Client
let compliance: Client
let now: Date
let ids: number[]

beforeAll(async () => {
  now = new Date('2026-11-23T02:00:00Z')
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-23T02:00:00Z')
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from broker_scores; delete from users where broker_id is not null; delete from brokers; delete from runs; delete from outdated_months; delete from scorecards where version is null or version > 1',
  )
  ids = []
  for (const [at, name] of ['Star Fraser', 'Poor Nguyen', 'Quiet Rossi'].entries()) {
    const broker = { name, phone: `(02) 5550 000${at}`, email: `b${at}@example.com`, region: 'NSW' }
    ids.push((await admin.send('POST', '/api/brokers', { ...broker, asicNumber: `99010${at}` })).json().id)
  }
  await takeLoans(compliance, [
    ...loanLines('S', 24, { asic: '990100', credit: '800', lvr: '66', approved: '2026-10-15' }),
    ...loanLines('P', 12, {
      asic: '990101',
      credit: '640',
      lvr: '90',
      approved: '2026-10-30',
      reworked: '1',
      defaulted: '1',
    }),
  ])
})

const scores = async (query = '', month = '2026-10') =>
  (await compliance.get(`/api/scoring/broker-scores/${month}${query}`)).json<ScoreRow[]>()
const details = async (at: number, month = '2026-10') =>
  (await compliance.get(`/api/scoring/brokers/${ids[at]}/${month}`)).json()
const override = (client: Client, at: number, tier: string, reason = 'Knows why', month = '2026-10') =>
  client.send('POST', '/api/scoring/update-tier', { brokerId: ids[at], scoreMonth: month, tier, reason })

describe('a month', () => {
  // Covers: scoring-3
  it('is calculated in the background: every broker has a score, with its figures and the cards above', async () => {
    const started = await compliance.send('POST', '/api/scoring/calculate', { month: '2026-10' })
    expect(started.json()).toMatchObject({
      month: '2026-10',
      reason: 'manual',
      status: 'running',
      total: 3,
      done: 0,
    })
    const again = await compliance.send('POST', '/api/scoring/calculate', { month: '2026-10' })
    expect(again.json().id).toBe(started.json().id)
    await finishCalculations(app)
    const rows = await scores()
    expect(rows.map(({ broker, score }) => [broker.name, score.tier, score.totalLoans])).toEqual([
      ['Star Fraser', 'Reward', 24],
      ['Quiet Rossi', 'Neutral', 0],
      ['Poor Nguyen', 'Watchlist', 12],
    ])
    expect(rows[0]?.score).toMatchObject({
      defaultRate: 0,
      avgCreditScore: 800,
      avgLvr: 66,
      avgDaysToApproval: 10,
      reworkRate: 0,
      evidence: 'high',
    })
    expect(rows[1]?.score).toMatchObject({
      defaultRate: null,
      avgLvr: null,
      evidence: 'none',
      compliance: 100,
    })
    expect((await compliance.get('/api/scoring/stats')).json()).toMatchObject({
      month: '2026-10',
      totalBrokers: 3,
      averageScore: Math.round((rows.reduce((sum, { score }) => sum + score.overallScore, 0) / 3) * 10) / 10,
      ...{ rewardTierCount: 1, neutralTierCount: 1, watchlistTierCount: 1, outdated: false },
      run: { status: 'finished', done: 3 },
      scorecardVersion: 1,
      tierBounds: { rewardFrom: 80, watchlistBelow: 60 },
    })
    const stats = (await compliance.get('/api/scoring/stats')).json()
    expect(stats.distribution.reduce((sum: number, one: number) => sum + one, 0)).toBe(3)
    expect(
      (await compliance.get('/api/scoring/months')).json().map(({ month }: { month: string }) => month),
    ).toEqual(['2026-10', '2024-07', '2024-06', '2024-05'])
  })

  // Covers: scoring-4
  it('calculated again is the same, figure for figure, even when compliance has changed since', async () => {
    await calculateMonth(app, compliance, '2026-10')
    const before = await Promise.all([0, 1, 2].map((at) => details(at)))
    await compliance.send('POST', `/api/surveillance/brokers/${ids[0]}/review`, {
      action: 'suspend',
      notes: 'x',
    })
    await calculateMonth(app, compliance, '2026-10')
    const after = await Promise.all([0, 1, 2].map((at) => details(at)))
    expect(after.map(({ broker: _broker, ...figures }) => figures)).toEqual(
      before.map(({ broker: _broker, ...figures }) => figures),
    )
    // an unfinished month uses the present flags
    await calculateMonth(app, compliance, '2026-11')
    expect((await details(0, '2026-11')).score).toMatchObject({
      tier: 'Watchlist',
      overallScore: 39.9,
      gates: ['suspended'],
    })
  })

  // Covers: scoring-3
  it('is listed by pages, tier, region, name and order, and exported so', async () => {
    await calculateMonth(app, compliance, '2026-10')
    const names = async (query: string) => (await scores(query)).map(({ broker }) => broker.name)
    expect(await names('?sort=name')).toEqual(['Poor Nguyen', 'Quiet Rossi', 'Star Fraser'])
    expect(await names('?sort=score&tier=Watchlist')).toEqual(['Poor Nguyen'])
    expect(await names('?q=ros')).toEqual(['Quiet Rossi'])
    expect(await names('?region=VIC')).toEqual([])
    const first = await compliance.get('/api/scoring/broker-scores/2026-10?limit=2')
    expect(first.headers['x-total-count']).toBe('3')
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await compliance.get(next)).json().map(({ broker }: ScoreRow) => broker.name)).toEqual([
      'Poor Nguyen',
    ])
    const csv = (await compliance.get('/api/scoring/broker-scores/2026-10/export?tier=Reward')).body.split(
      '\r\n',
    )
    expect([csv.length, csv[1]?.includes('Star Fraser')]).toEqual([3, true])
  })

  it('puts the best of many above 99 of a hundred, never above all of them', async () => {
    await asOwner(
      app.databaseUrl,
      "insert into brokers (name, region) select 'Other ' || n, 'NSW' from generate_series(1, 300) n",
    )
    await calculateMonth(app, compliance, '2026-10')
    const best = await details(0)
    expect([best.percentile, (await details(1)).percentile]).toEqual([99, 0])
    expect(best.points.every(({ percentile }: { percentile: number }) => percentile < 100)).toBe(true)
  })

  // Covers: scoring-10
  it('opens a score: points add up, with what would lift the tier, trend and window', async () => {
    await calculateMonth(app, compliance, '2026-09')
    await calculateMonth(app, compliance, '2026-10')
    const poor = await details(1)
    const sum = poor.points.reduce(
      (total: number, { contribution }: { contribution: number }) => total + contribution,
      0,
    )
    expect(Math.abs(sum - poor.score.overallScore)).toBeLessThan(0.4)
    expect(poor).toMatchObject({
      nextTier: 'Neutral',
      percentile: null,
      scorecard: { version: 1, rewardFrom: 80, watchlistBelow: 60 },
      window: { from: '2026-08-01', to: '2026-10-31', defaultsFrom: '2025-11-01' },
      override: null,
      overrides: [],
    })
    expect(poor.trend.map(({ month }: { month: string }) => month)).toEqual(['2026-09', '2026-10'])
    expect(poor.lifts[0].gain).toBeGreaterThan(0)
    expect((await details(0)).lifts).toEqual([])
    expect((await compliance.get(`/api/scoring/brokers/${ids[0]}/2020-01`)).statusCode).toBe(404)
  })

  // Covers: scoring-3
  it('that is ahead, or no month, is refused; and whoever may not calculate cannot', async () => {
    const of = (month: string, client = compliance) =>
      client.send('POST', '/api/scoring/calculate', { month })
    expect((await of('2026-12')).json().fields).toEqual({ month: 'This month has not begun' })
    expect((await of('2026-13')).json().fields).toEqual({ month: 'Enter the month as YYYY-MM' })
    for (const role of ['lender', 'viewer'] as const)
      expect((await of('2026-10', await staffClient(app, role))).statusCode).toBe(403)
    expect(await scores('', '2026-03')).toEqual([])
  })

  // Covers: scoring-6
  it('is calculated by itself once it is over, and goes on after a crash', async () => {
    await startDueRuns(app.ctx())
    const [run] = await app.connection.db.selectFrom('runs').selectAll().execute()
    expect(run).toMatchObject({ input: { month: '2026-10', reason: 'monthly' }, state: 'running' })
    await startDueRuns(app.ctx())
    expect(await app.connection.db.selectFrom('runs').select('id').execute()).toHaveLength(1)
    const killed = continueRun(killedAfter(app.ctx(), 1), calculationRun, run?.id ?? 0)
    await expect(killed).rejects.toThrow('killed')
    await sql`delete from graphile_worker._private_jobs`.execute(app.connection.db)
    await resumeRuns(app.ctx(), 0)
    expect(await waitingJobs(app.ctx(), 'scoring.calculate')).toBe(1)
    await continueRun(app.ctx(), calculationRun, run?.id ?? 0)
    expect(await scores()).toHaveLength(3)
  })

  // Covers: scoring-13
  it('that was calculated while it went on is calculated again once it is over, by the flags of then, which stay', async () => {
    const review = async (action: string) => {
      const path = `/api/surveillance/brokers/${ids[0]}/review`
      expect(
        (await compliance.send('POST', path, { action, notes: 'As the register says' })).statusCode,
      ).toBe(200)
    }
    const at = async (instant: string) => {
      now = new Date(instant)
      compliance = await staffClient(app, 'compliance')
    }
    await at('2026-11-23T02:00:00Z')
    await calculateMonth(app, compliance, '2026-11')
    expect((await details(0, '2026-11')).score).toMatchObject({ gates: [] })
    await review('suspend')
    // midnight in Sydney
    await at('2026-11-30T12:59:00Z')
    await startDueRuns(app.ctx())
    await finishCalculations(app)
    expect((await details(0, '2026-11')).score).toMatchObject({ gates: [] })
    await at('2026-11-30T13:01:00Z')
    await startDueRuns(app.ctx())
    await finishCalculations(app)
    const over = { tier: 'Watchlist', overallScore: 39.9, gates: ['suspended'] }
    expect((await details(0, '2026-11')).score).toMatchObject(over)
    await review('reinstate')
    await calculateMonth(app, compliance, '2026-11')
    await startDueRuns(app.ctx())
    expect((await details(0, '2026-11')).score).toMatchObject(over)
    const runs = await app.connection.db
      .selectFrom('runs')
      .select('input')
      .where('key', '=', '2026-11')
      .orderBy('id')
      .execute()
    expect(runs.map(({ input }) => (input as { reason: string }).reason)).toEqual([
      'manual',
      'monthly',
      'manual',
    ])
  })

  // Covers: scoring-9
  it('has sample data for three months, which change nothing when they are loaded again', async () => {
    const load = async () => (await compliance.send('POST', '/api/scoring/load-sample-data')).json()
    const first = await load()
    expect(first.loans).toBeGreaterThan(5)
    expect(first.months).toEqual(['2024-07', '2024-06', '2024-05'])
    expect((await load()).loans).toBe(0)
    await calculateMonth(app, compliance, '2024-07')
    expect(await scores('', '2024-07')).toHaveLength(3)
  })
})

describe('an override', () => {
  beforeEach(() => calculateMonth(app, compliance, '2026-10'))

  // Covers: scoring-12
  it('sets the tier with a reason, leaves the calculated one visible, and is counted', async () => {
    expect((await override(compliance, 1, 'Neutral', ' ')).json().fields).toEqual({ reason: 'Give a reason' })
    expect((await override(compliance, 1, 'Gold')).json().fields).toEqual({ tier: 'Choose a tier' })
    expect((await override(await staffClient(app, 'lender'), 1, 'Neutral')).statusCode).toBe(403)
    expect((await override(compliance, 1, 'Neutral')).json().score).toMatchObject({
      ...{ tier: 'Neutral', calculatedTier: 'Watchlist', manualOverride: true },
    })
    expect((await override(compliance, 1, 'Neutral')).json().message).toBe('The tier is Neutral already.')
    expect((await compliance.get('/api/scoring/stats')).json()).toMatchObject({
      neutralTierCount: 2,
      watchlistTierCount: 0,
    })
    expect((await details(1)).override).toMatchObject({
      tier: 'Neutral',
      reason: 'Knows why',
      by: 'Test compliance',
      expiresOn: '2027-02-23',
    })
  })

  // Covers: scoring-12
  it('goes when the tier is set back, and its history stays', async () => {
    await override(compliance, 1, 'Neutral')
    await override(admin, 1, 'Watchlist', 'It was wrong')
    const { score, overrides } = await details(1)
    expect(score).toMatchObject({ tier: 'Watchlist', manualOverride: false })
    expect(overrides).toMatchObject([{ tier: 'Neutral', endedReason: 'Overridden again' }])
  })

  // Covers: scoring-12
  it('holds in the months after while the calculation comes to the same, and ends with another result', async () => {
    await override(compliance, 1, 'Neutral')
    await calculateMonth(app, compliance, '2026-11')
    expect((await details(1, '2026-11')).score).toMatchObject({
      tier: 'Neutral',
      calculatedTier: 'Watchlist',
      manualOverride: true,
    })
    now = new Date('2027-01-10T02:00:00Z')
    compliance = await staffClient(app, 'compliance')
    await takeLoans(
      compliance,
      loanLines('B', 60, {
        asic: '990101',
        lodged: '2026-12-20',
        approved: '2026-12-28',
        credit: '860',
        lvr: '58',
      }),
    )
    await calculateMonth(app, compliance, '2026-12')
    const { score, overrides } = await details(1, '2026-12')
    expect(score).toMatchObject({ manualOverride: false })
    expect(score.tier).toBe(score.calculatedTier)
    expect(overrides).toMatchObject([{ endedReason: 'The calculation for 2026-12 came to another tier' }])
    expect((await details(1)).score).toMatchObject({ tier: 'Neutral', manualOverride: true })
  })

  // Covers: scoring-12
  it('expires after three months', async () => {
    await override(compliance, 1, 'Neutral')
    now = new Date('2027-02-22T12:00:00Z')
    await expireOverrides(app.ctx())
    compliance = await staffClient(app, 'compliance')
    expect((await details(1)).score.tier).toBe('Neutral')
    now = new Date('2027-02-23T02:00:00Z')
    await expireOverrides(app.ctx())
    expect(await details(1)).toMatchObject({
      score: { tier: 'Watchlist', manualOverride: false },
      overrides: [{ endedReason: 'Expired' }],
    })
  })
})

describe('a broker', () => {
  let broker: BrokerClient
  beforeEach(async () => {
    await calculateMonth(app, compliance, '2026-10')
    broker = await brokerClient(app)
    await asOwner(
      app.databaseUrl,
      `update broker_scores set broker_id = ${broker.brokerId} where broker_id = ${ids[1]}`,
    )
  })

  // Covers: scoring-15
  it('sees their own score with everything it is made of, but not who overrode it', async () => {
    expect((await broker.get('/api/broker/scores')).json()).toMatchObject([
      { month: '2026-10', tier: 'Watchlist' },
    ])
    await compliance.send('POST', '/api/scoring/update-tier', {
      brokerId: broker.brokerId,
      scoreMonth: '2026-10',
      tier: 'Neutral',
      reason: 'Loans of another',
    })
    await app.connection.db.updateTable('brokers').set({ suspendedAt: now }).execute()
    const own = (await broker.get('/api/broker/score/2026-10')).json()
    expect(own.broker.suspendedSince).toBeNull()
    expect(own).toMatchObject({
      score: { tier: 'Neutral' },
      override: { reason: 'Loans of another', by: null },
    })
    expect(own.points).toHaveLength(7)
    expect((await broker.get('/api/broker/score/2026-09')).statusCode).toBe(404)
    expect((await (await brokerClient(app)).get('/api/broker/score/2026-10')).statusCode).toBe(404)
  })

  // Covers: scoring-15
  it('appeals once, and is answered by a person with a task and a mail', async () => {
    const appeal = (reason: string) => broker.send('POST', '/api/broker/score/2026-10/appeal', { reason })
    expect((await appeal(' ')).json().fields).toEqual({
      reason: 'Say what is wrong with the score, in a sentence or two',
    })
    const made = await appeal('Two of the loans are not mine.')
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { status: 'open', tier: 'Watchlist', dueOn: '2026-12-07' },
    ])
    expect((await appeal('Again')).json().message).toBe('Your appeal of this month waits for its answer.')
    expect((await compliance.get('/api/tasks?kind=score_appeal')).json()).toMatchObject([
      { details: 'The broker appeals against the score for 2026-10.' },
    ])
    const [open] = (await compliance.get('/api/scoring/appeals')).json()
    const answer = (client: Client, body: object) =>
      client.send('POST', `/api/scoring/appeals/${open.id}/answer`, body)
    expect(
      (await answer(await staffClient(app, 'lender'), { outcome: 'upheld', answer: 'x' })).statusCode,
    ).toBe(403)
    expect((await answer(compliance, { outcome: 'upheld', answer: ' ' })).json().fields).toEqual({
      answer: 'Write the answer that the broker reads',
    })
    expect((await answer(compliance, { outcome: 'upheld', answer: 'You are right.' })).json()).toMatchObject({
      status: 'upheld',
      answeredBy: 'Test compliance',
    })
    expect((await answer(compliance, { outcome: 'declined', answer: 'No' })).statusCode).toBe(409)
    const [own] = (await broker.get('/api/broker/appeals')).json()
    expect(own).toMatchObject({ status: 'upheld', answer: 'You are right.' })
    expect(own).not.toHaveProperty('answeredBy')
    expect((await compliance.get('/api/tasks?kind=score_appeal&state=ended')).json()).toMatchObject([
      { endedReason: 'The appeal was answered or withdrawn.' },
    ])
    const mails = await app.connection.db
      .selectFrom('messages')
      .select('subject')
      .where('template', '=', 'appeal_answered')
      .execute()
    expect(mails).toEqual([{ subject: 'Your appeal about October 2026 was upheld' }])
  })

  it('who is staff too neither answers their own appeal nor sets their own tier', async () => {
    const { db } = app.connection
    const made = await broker.send('POST', '/api/broker/score/2026-10/appeal', { reason: 'Not mine' })
    const { id } = made.json<{ id: number }>()
    await db.updateTable('users').set({ role: 'compliance' }).where('id', '=', broker.userId).execute()
    const own = await signedIn(app, broker.email)
    const answered = await own.send('POST', `/api/scoring/appeals/${id}/answer`, {
      ...{ outcome: 'upheld', answer: 'I am right.' },
    })
    expect([answered.statusCode, answered.json().message]).toEqual([
      422,
      'This is your own appeal: somebody else has to review it.',
    ])
    const tier = { brokerId: broker.brokerId, scoreMonth: '2026-10', tier: 'Reward', reason: 'Me' }
    const overridden = await own.send('POST', '/api/scoring/update-tier', tier)
    expect([overridden.statusCode, overridden.json().message]).toEqual([
      422,
      'This is your own score: somebody else has to review it.',
    ])
    expect((await compliance.get('/api/scoring/appeals')).json()).toMatchObject([{ id, status: 'open' }])
  })

  // Covers: scoring-15
  it('withdraws an appeal, and cannot appeal where there is no score', async () => {
    await broker.send('POST', '/api/broker/score/2026-10/appeal', { reason: 'Not mine' })
    const withdraw = () => broker.send('DELETE', '/api/broker/score/2026-10/appeal')
    expect((await withdraw()).json()).toEqual({ withdrawn: true })
    expect((await withdraw()).statusCode).toBe(404)
    expect((await broker.send('POST', '/api/broker/score/2026-09/appeal', { reason: 'x' })).statusCode).toBe(
      404,
    )
  })
})

describe('a scorecard', () => {
  const path = '/api/scoring/scorecards'
  const cards = async () => (await admin.get(path)).json()

  // Covers: scoring-4
  it('is drafted, compared with last month, published, and leaves old months as they are', async () => {
    await calculateMonth(app, compliance, '2026-10')
    const before = await Promise.all([0, 1, 2].map((at) => details(at)))
    const [first] = await cards()
    const rules = structuredClone(first.rules)
    rules.rewardFrom = 99
    rules.criteria.avgLvr.weight = 0.2
    expect((await admin.send('PUT', `${path}/draft`, { rules, note: '' })).json().fields).toEqual({
      'rules.weights': 'The weights have to add to 1; they add to 1.1',
    })
    rules.criteria.totalLoans.weight = 0
    expect((await compliance.send('PUT', `${path}/draft`, { rules, note: '' })).statusCode).toBe(403)
    expect((await admin.send('PUT', `${path}/draft`, { rules, note: 'Stricter' })).json()).toMatchObject({
      version: null,
      note: 'Stricter',
    })
    expect((await admin.get(`${path}/draft/preview`)).json()).toMatchObject({
      month: '2026-10',
      brokers: 3,
      moves: [{ from: 'Reward', to: 'Neutral', brokers: 1 }],
      changed: [{ name: 'Star Fraser', from: 'Reward', to: 'Neutral' }],
    })
    expect(await Promise.all([0, 1, 2].map((at) => details(at)))).toEqual(before)
    const publish = (note: string) => admin.send('POST', `${path}/draft/publish`, { note })
    expect((await publish(' ')).json().fields).toEqual({ note: 'Say what changes, and why' })
    const published = { version: 2, note: 'After a review', publishedBy: 'Test admin' }
    expect((await publish('After a review')).json()).toMatchObject(published)
    await calculateMonth(app, compliance, '2026-10')
    expect(await Promise.all([0, 1, 2].map((at) => details(at)))).toEqual(before)
    await calculateMonth(app, compliance, '2026-11')
    expect(await details(0, '2026-11')).toMatchObject({
      scorecard: { version: 2, rewardFrom: 99 },
      score: { tier: 'Neutral' },
    })
    expect(await cards()).toMatchObject([
      { version: 2, fromMonth: '2026-11' },
      { version: 1, fromMonth: '2026-10' },
    ])
  })

  it('is discarded, and without one there is nothing to preview or publish', async () => {
    const [first] = await cards()
    await admin.send('PUT', `${path}/draft`, { rules: first.rules, note: '' })
    expect((await admin.get(`${path}/draft/preview`)).json()).toMatchObject({ month: null, brokers: 0 })
    expect((await admin.send('DELETE', `${path}/draft`)).json()).toEqual({ discarded: true })
    expect((await admin.send('DELETE', `${path}/draft`)).statusCode).toBe(404)
    expect((await admin.get(`${path}/draft/preview`)).json()).toBeNull()
    expect((await admin.send('POST', `${path}/draft/publish`, { note: 'None' })).statusCode).toBe(404)
  })
})
