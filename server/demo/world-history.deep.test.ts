import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { viewPreflight } from '#server/modules/dialling/preflight.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { loadDemoWorld } from './world.ts'

const at = new Date('2026-11-24T12:00:00+11:00')

describe('the history of a demo world', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp({ now: () => at })
    await loadDemoWorld(app.ctx())
  })

  afterAll(() => app?.close())

  async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
    return (await query.execute(app.connection.db)).rows
  }

  // Covers: demo-world-4
  it.each([
    ['calls', 'calls', 'created_at'],
    ['answered calls', "(select * from calls where outcome = 'human')", 'created_at'],
    ['meetings', 'bookings', 'created_at'],
    ['applications', 'applications', 'submitted_at'],
    ['visits', 'visits', 'at'],
  ])('has different numbers of %s in 7, 30 and 90 days and in the period before each', async (_name, of, when) => {
    const counts: number[] = []
    for (const days of [7, 30, 90]) {
      for (const back of [0, days]) {
        const [row] = await rowsOf(sql<{
          count: number
        }>`select count(*)::int as count from ${sql.raw(of)} found
          where ${sql.ref(when)} > ${at}::timestamptz - make_interval(days => ${back + days})
            and ${sql.ref(when)} <= ${at}::timestamptz - make_interval(days => ${back})`)
        counts.push(row?.count ?? 0)
      }
    }
    expect(Math.min(...counts)).toBeGreaterThan(0)
    const [week, weekBefore, month, monthBefore, quarter, quarterBefore] = counts
    expect(week).not.toBe(weekBefore)
    expect(month).not.toBe(monthBefore)
    expect(quarter).not.toBe(quarterBefore)
    expect(new Set([week, month, quarter]).size).toBe(3)
  })

  // Covers: demo-world-4
  it('calls no broker before the broker was added', async () => {
    const early = await rowsOf(
      sql`select from calls join brokers on brokers.id = broker_id where brokers.created_at > calls.created_at`,
    )
    expect(early).toEqual([])
  })

  it('lists its messages in the order of their times', async () => {
    const messages = await rowsOf(sql<{ occasion: string; createdAt: Date }>`
      select occasion, created_at from messages order by id`)
    const times = messages.map(({ createdAt }) => createdAt.getTime())
    expect(times.length).toBeGreaterThan(100)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(messages.filter(({ occasion }) => occasion.startsWith('moving:'))).toEqual([])
  })

  // Covers: demo-world-5
  it('ends in campaigns that are active, paused and completed, with brokers left for each active one', async () => {
    const campaigns = await rowsOf(sql<{ id: number; name: string; status: string; called: number }>`
      select id, name, status, (select count(*)::int from enrolments e where e.campaign_id = campaigns.id) as called
      from campaigns order by campaigns.created_at`)
    expect(campaigns.map(({ name, status, called }) => [name, status, called > 0])).toEqual([
      ['Owner-occupier Refinance', 'completed', true],
      ['Self-employed', 'completed', true],
      ['First Home Buyer', 'completed', true],
      ['Investment Property', 'paused', true],
      ['Premium Home Loan', 'active', true],
      ['Green Home', 'active', false],
    ])
    const lender = await app.staff('lender')
    for (const { id } of campaigns.filter(({ status }) => status === 'active')) {
      const { callableNow, callableLater } = await viewPreflight(lender, id)
      expect(callableNow + callableLater).toBeGreaterThan(30)
    }
  })

  // Covers: demo-world-6
  it('has brokers with a full accreditation among those who were called, and a document that has expired', async () => {
    const [row] = await rowsOf(sql<{ accredited: number; lately: number; expired: number }>`
      select (select count(*)::int from enrolments where accredited) as accredited,
        (select count(*)::int from broker_accreditations
         where status = 'accredited' and since > ${at}::timestamptz - interval '30 days') as lately,
        (select count(*)::int from documents where status = 'approved' and current
           and expires_on < (${at}::timestamptz at time zone 'Australia/Sydney')::date) as expired`)
    expect(row?.accredited).toBeGreaterThanOrEqual(3)
    expect(row).toMatchObject({ lately: 1, expired: 1 })
  })

  // Covers: demo-world-6
  it('has tasks that wait, that staff finished and that ended, with their times in the past', async () => {
    const tasks = await rowsOf(sql<{ kind: string; state: string }>`
      select distinct kind, state from tasks order by kind, state`)
    expect(tasks.map(({ kind, state }) => `${kind} ${state}`)).toEqual(
      expect.arrayContaining([
        'call_back open',
        'call_back done',
        'compliance_review open',
        'document_overdue open',
        'meeting_unmarked ended',
        'meeting_unmarked open',
        'opt_out_unclear open',
      ]),
    )
    const [finished] = await rowsOf(sql<{ months: number; ahead: number }>`
      select count(distinct date_trunc('month', closed_at))::int as months,
        count(*) filter (where closed_at > ${at} or closed_at < created_at)::int as ahead
      from tasks where state <> 'open'`)
    expect(finished?.months).toBeGreaterThanOrEqual(4)
    expect(finished?.ahead).toBe(0)
    // as the product opens them: due by the clock of the simulated calls
    const callBacks = await rowsOf(sql<{ hours: number }>`
      select (extract(epoch from due_at - simulated_at) / 3600)::float as hours
      from tasks where kind = 'call_back' and state = 'open'`)
    expect(callBacks.map(({ hours }) => hours)).toEqual([4, 4, 4])
  })

  // Covers: demo-world-5
  it('has an active campaign that waits for retries, a paused one with brokers left, and finished ones', async () => {
    const campaigns = await rowsOf(sql<{ name: string; status: string; left: number; soonest: Date | null }>`
      select c.name, c.status, count(e.id)::int as left, min(e.due_at) as soonest
      from campaigns c left join enrolments e on e.campaign_id = c.id and e.state = 'waiting'
      group by c.id order by c.created_at`)
    expect(campaigns.map(({ name, status, left }) => [name, status, left])).toEqual([
      ['Owner-occupier Refinance', 'completed', 0],
      ['Self-employed', 'completed', 0],
      ['First Home Buyer', 'completed', 0],
      ['Investment Property', 'paused', 8],
      ['Premium Home Loan', 'active', 8],
      ['Green Home', 'active', 0],
    ])
    const [row] = await rowsOf(sql<{ early: number; closed: number }>`
      select count(*) filter (where due_at < '2026-11-25T00:00:00+11:00')::int as early,
        count(*) filter (where extract(hour from due_at at time zone b.timezone) not between 9 and 19)::int as closed
      from enrolments e join brokers b on b.id = e.broker_id where state = 'waiting'`)
    expect(row).toEqual({ early: 0, closed: 0 })
  })

  // Covers: demo-world-6
  it('has a requested call that was dialled, and a planned one with its task', async () => {
    const calls = await rowsOf(sql<{ state: string }>`select state from requested_calls order by state`)
    expect(calls.map(({ state }) => state)).toEqual(['kept', 'planned'])
    const tasks = await rowsOf(sql<{ state: string }>`select state from tasks where kind = 'requested_call'`)
    expect(tasks).toEqual([{ state: 'open' }])
  })

  // Covers: demo-world-6
  it('has a BDM whose next week is full, while others are free', async () => {
    const full = await rowsOf(sql<{ name: string; meetings: number }>`
      select bdms.name, count(*)::int as meetings from bookings join bdms on bdms.id = bdm_id
      where bookings.status = 'booked' and lower(during) >= '2026-11-30T00:00:00+11:00'
        and lower(during) < '2026-12-05T00:00:00+11:00'
      group by 1 order by 2 desc`)
    expect(full[0]).toEqual({ name: 'Aisha Rahman', meetings: 25 })
    expect(full.slice(1).every(({ meetings }) => meetings < 25)).toBe(true)
  })
})
