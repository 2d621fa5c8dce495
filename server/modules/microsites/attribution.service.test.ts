import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/calendar.ts'
import {
  type AttributionReport,
  attributionDimensions,
  attributionReport,
} from '#contract/microsites/microsites.ts'
import { sydneyHour } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { addBroker, addMicrosite } from '#test/worlds/microsites-world.ts'
import { cellsOf } from './visits/rollups.rules.ts'
import { addToRollups, type Candidate, insertVisits, lockRollups } from './visits/visits.store.ts'

const NOW = new Date('2026-11-24T12:00:00+11:00')
const NO_TAGS = { source: null, medium: null, campaign: null, content: null, term: null }

let now = NOW
let app: TestApp
let viewer: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app?.close())

async function report(query: string): Promise<AttributionReport> {
  const answer = await viewer.get(`/api/attribution?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return attributionReport.parse(answer.json())
}

type Come = Partial<Record<keyof typeof NO_TAGS, string>> & { site: number; at: string; broker?: number }

let visitors = 0
async function visits(...come: Come[]): Promise<void> {
  const rows = come.map(({ site, at, broker, ...tags }): Candidate => {
    const visitor = Buffer.alloc(32)
    visitor.writeUInt32BE(visitors++)
    const date = new Date(at)
    return {
      ...{ micrositeId: site, at: date, day: sydneyHour(date).day, visitor, key: visitor },
      ...{ brokerId: broker ?? null, referrerHost: null, device: 'phone', ...NO_TAGS, ...tags },
    }
  })
  await app.ctx().tx(async (tx) => {
    await lockRollups(tx)
    await insertVisits(tx, rows)
    await addToRollups(tx, cellsOf(rows))
  })
}

/** Runs `emit` in a transaction at the given time. */
async function emitAt(at: string, emit: (tx: Ctx) => Promise<void>): Promise<void> {
  now = new Date(at)
  await app.ctx().tx(emit)
  now = NOW
}

function randomBelow(first: number): (below: number) => number {
  let seed = first
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
}

let meetings = 0
async function booking(
  broker: number | null,
  at: string,
  status = 'booked',
  cameFrom: string | null = null,
): Promise<void> {
  meetings += 1
  await sql`insert into bdms (name, email, hours, blocks, feed_token) values ('Jo Ng', 'jo.ng@example.com', '[]', '[]', 'token')
    on conflict do nothing`.execute(app.connection.db)
  const start = new Date(Date.parse('2027-01-01T00:00:00Z') + meetings * 7_200_000)
  const { rows } = await sql<{
    id: number
  }>`insert into bookings (bdm_id, during, status, meeting_type, attendees, broker_id, name, source, uid, created_at, came_from)
    select id, tstzrange(${start}, ${new Date(start.getTime() + 3_600_000)}), ${status}, 'product-discussion', 1, ${broker},
      'Wei Li', 'web', ${`uid-${meetings}`}, ${new Date(at)}, ${cameFrom} from bdms limit 1 returning id`.execute(
    app.connection.db,
  )
  const bookingId = rows[0]?.id ?? 0
  await emitAt(at, (tx) => tx.emit('booking.made', { bookingId }))
}

let applied = 0
async function application(broker: number | null, at: string, status = 'submitted'): Promise<void> {
  applied += 1
  const submitted = status === 'draft' ? null : new Date(at)
  const { rows } = await sql<{ id: number }>`insert into applications (status, email, broker_id, submitted_at)
    values (${status}, ${`wei.li.${applied}@example.com`}, ${broker}, ${submitted}) returning id`.execute(
    app.connection.db,
  )
  const applicationId = rows[0]?.id ?? 0
  if (submitted) await emitAt(at, (tx) => tx.emit('application.submitted', { applicationId }))
}

describe('the attribution report', () => {
  // Covers: microsites-visits-15
  it('counts visits by each tag, most first, those without a tag as null', async () => {
    const { id: site } = await addMicrosite(app)
    await visits(
      { site, at: '2026-11-20T09:00:00+11:00', source: 'sms', medium: 'text' },
      { site, at: '2026-11-21T09:00:00+11:00', source: 'sms', campaign: 'spring', content: 'a', term: 't' },
      { site, at: '2026-11-22T09:00:00+11:00' },
    )
    const bySource = await report(`micrositeId=${site}`)
    expect(bySource).toMatchObject({
      from: '2026-10-26',
      to: '2026-11-24',
      by: 'source',
      visits: 3,
      others: 0,
    })
    const none = { brokerId: null, bookings: 0, applications: 0 }
    expect(bySource.rows).toEqual([
      { ...none, value: 'sms', visits: 2 },
      { ...none, value: null, visits: 1 },
    ])
    expect(bySource.days).toHaveLength(30)
    expect(bySource.days.slice(-5)).toEqual([
      { date: '2026-11-20', visits: 1 },
      { date: '2026-11-21', visits: 1 },
      { date: '2026-11-22', visits: 1 },
      { date: '2026-11-23', visits: 0 },
      { date: '2026-11-24', visits: 0 },
    ])
    for (const [by, value] of [
      ['medium', 'text'],
      ['campaign', 'spring'],
      ['content', 'a'],
      ['term', 't'],
    ]) {
      expect((await report(`micrositeId=${site}&by=${by}`)).rows).toEqual([
        { ...none, value: null, visits: 2 },
        { ...none, value, visits: 1 },
      ])
    }
  })

  // Covers: microsites-visits-15
  it('counts by Sydney days, both ends included', async () => {
    const { id: site } = await addMicrosite(app)
    await visits(
      { site, at: '2026-11-09T12:59:59.999Z' },
      { site, at: '2026-11-09T13:00:00Z' },
      { site, at: '2026-11-10T12:59:59.999Z' },
      { site, at: '2026-11-10T13:00:00Z' },
    )
    const reported = await report(`micrositeId=${site}&from=2026-11-10&to=2026-11-10`)
    expect(reported).toMatchObject({ visits: 2, days: [{ date: '2026-11-10', visits: 2 }] })
  })

  // Covers: microsites-visits-17
  it('names brokers, with their meetings and applications of the period', async () => {
    const [wei, ana] = [await addBroker(app, 'Wei Li'), await addBroker(app, 'Ana Silva')]
    const { id: site } = await addMicrosite(app)
    await visits(
      { site, at: '2025-03-10T09:00:00+11:00', broker: wei },
      { site, at: '2025-03-11T09:00:00+11:00', broker: wei },
      { site, at: '2025-03-11T09:00:00+11:00' },
    )
    await booking(wei, '2025-03-12T09:00:00+11:00')
    await booking(wei, '2025-03-12T09:00:00+11:00', 'cancelled')
    await booking(wei, '2025-04-12T09:00:00+11:00')
    // no visit led to these
    await booking(ana, '2025-03-31T23:59:59+11:00', 'held')
    await booking(null, '2025-03-12T09:00:00+11:00')
    await application(wei, '2025-03-12T09:00:00+11:00', 'approved')
    await application(wei, '2025-03-12T09:00:00+11:00', 'draft')
    const { rows } = await report('by=broker&from=2025-03-01&to=2025-03-31')
    expect(rows).toEqual([
      { value: 'Wei Li', brokerId: wei, visits: 2, bookings: 1, applications: 1 },
      { value: null, brokerId: null, visits: 1, bookings: 0, applications: 0 },
    ])
  })

  // Covers: microsites-visits-17
  it('puts a meeting down to the last visit of the thirty days before it', async () => {
    const [wei, ana, old] = [await addBroker(app), await addBroker(app), await addBroker(app)]
    const [first, second] = [await addMicrosite(app), await addMicrosite(app)]
    await visits(
      { site: first.id, at: '2025-06-01T09:00:00+10:00', broker: wei, source: 'sms' },
      { site: second.id, at: '2025-06-02T09:00:00+10:00', broker: wei, source: 'mail' },
      { site: first.id, at: '2025-06-04T09:00:00+10:00', broker: wei, source: 'post' },
      { site: first.id, at: '2025-06-01T09:00:00+10:00', broker: ana },
      { site: first.id, at: '2025-05-01T09:00:00+10:00', broker: old, source: 'sms' },
    )
    await booking(wei, '2025-06-03T09:00:00+10:00')
    await application(wei, '2025-06-05T09:00:00+10:00')
    await booking(ana, '2025-06-03T09:00:00+10:00')
    await booking(old, '2025-06-03T09:00:00+10:00')
    const june = 'from=2025-06-01&to=2025-06-30'
    const bySource = async (query: string) =>
      Object.fromEntries(
        (await report(`${june}${query}`)).rows.map((row) => [
          row.value,
          [row.visits, row.bookings, row.applications],
        ]),
      )
    expect(await bySource('')).toEqual({ sms: [1, 0, 0], mail: [1, 1, 0], post: [1, 0, 1], null: [1, 1, 0] })
    expect(await bySource(`&micrositeId=${first.id}`)).toEqual({
      sms: [1, 0, 0],
      post: [1, 0, 1],
      null: [1, 1, 0],
    })
    const { rows } = await report(`${june}&by=broker&micrositeId=${second.id}`)
    expect(rows).toEqual([
      expect.objectContaining({ brokerId: wei, visits: 1, bookings: 1, applications: 0 }),
    ])
  })

  // Covers: analytics-figures-6
  it('is of the microsites of one campaign', async () => {
    const sites = [await addMicrosite(app), await addMicrosite(app), await addMicrosite(app)]
    const broker = await addBroker(app)
    const { rows } = await sql<{ id: number }>`insert into campaigns (name, product, call_script)
      values ('Spring', 'Flex', 'Hello'), ('Autumn', 'Fixed', 'Hello') returning id`.execute(
      app.connection.db,
    )
    const [spring, autumn] = rows.map(({ id }) => id)
    const [first, second, other] = sites.map(({ id }) => id)
    await sql`update microsites set campaign_id = ${spring} where id = any(${[first, second]})`.execute(
      app.connection.db,
    )
    await visits(
      ...[first, second, second, other].map((site, day) => ({
        ...{ site: site ?? 0, at: `2025-08-0${day + 1}T09:00:00+10:00`, source: 'sms', broker },
      })),
    )
    await booking(broker, '2025-08-02T10:00:00+10:00')
    await booking(broker, '2025-08-04T10:00:00+10:00')
    const august = 'from=2025-08-01&to=2025-08-31'
    const sms = { value: 'sms', brokerId: null, applications: 0 }
    const ofSpring = await report(`${august}&campaignId=${spring}`)
    expect(ofSpring.rows).toEqual([{ ...sms, visits: 3, bookings: 1 }])
    expect(ofSpring.days.filter((day) => day.visits > 0)).toHaveLength(3)
    const ofOne = await report(`${august}&campaignId=${spring}&micrositeId=${first}`)
    expect(ofOne.rows).toEqual([{ ...sms, visits: 1, bookings: 0 }])
    expect((await report(`${august}&campaignId=${spring}&micrositeId=${other}`)).rows).toEqual([])
    expect(await report(`${august}&campaignId=${autumn}`)).toMatchObject({ visits: 0, rows: [] })
    const gone = await viewer.get('/api/attribution?campaignId=2000000000')
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Campaign not found.'])
  })

  // Covers: microsites-visits-15
  it('shows a hundred rows, and how many visits the rest has', async () => {
    const { id: site } = await addMicrosite(app)
    const at = '2026-11-20T09:00:00+11:00'
    const come = Array.from({ length: 130 }, (_, index) => ({ site, at, term: `term ${index}` }))
    await visits(...come, { site, at, term: 'term 7' })
    const { rows, others, visits: all } = await report(`micrositeId=${site}&by=term`)
    expect([rows.length, rows[0]?.value, rows[0]?.visits, others, all]).toEqual([100, 'term 7', 2, 30, 131])
  })

  // Covers: microsites-visits-16
  it('has the same totals by every tag and by broker, over any period and filter', async () => {
    const next = randomBelow(23)
    const sites = [await addMicrosite(app), await addMicrosite(app), await addMicrosite(app)]
    const { rows: campaigns } = await sql<{ id: number }>`insert into campaigns (name, product, call_script)
      values ('Winter', 'Flex', 'Hello') returning id`.execute(app.connection.db)
    const campaignId = campaigns[0]?.id
    const ofCampaign = sites.slice(0, 2).map(({ id }) => id)
    await sql`update microsites set campaign_id = ${campaignId} where id = any(${ofCampaign})`.execute(
      app.connection.db,
    )
    const brokers = await Promise.all(Array.from({ length: 6 }, () => addBroker(app)))
    const start = Date.parse('2023-05-01T00:00:00+10:00')
    const [DAY, DAYS] = [86_400_000, 90]
    const someSite = () => sites[next(3)] as (typeof sites)[number] // next(3) is an index of it
    const someTime = (): number => start + next(DAYS * DAY)
    const come = Array.from({ length: 150 }, () => ({
      ...{ site: someSite().id, at: new Date(someTime()).toISOString() },
      // the last two brokers make no visit
      broker: [...brokers.slice(0, 4), undefined][next(5)],
      ...(next(3) && { source: `s${next(4)}` }),
      ...(next(3) && { campaign: `c${next(4)}` }),
    }))
    await visits(...come)
    type Outcome = { kind: 'bookings' | 'applications'; at: number; site: number }
    const outcomes: Outcome[] = []
    for (let turn = 0; turn < 90; turn += 1) {
      const [kind, at] = [next(2) ? 'bookings' : 'applications', someTime()] as const
      const broker = brokers[next(7)] ?? null
      const cancelled = next(4) === 0
      const page = kind === 'bookings' && next(3) === 0 ? someSite() : undefined
      const time = new Date(at).toISOString()
      if (kind === 'applications') await application(broker, time)
      else {
        const cameFrom = page ? `site=${page.slug}&utm_source=s1` : null
        await booking(broker, time, cancelled ? 'cancelled' : 'booked', cameFrom)
        if (cancelled) continue
      }
      const before = come
        .filter((visit) => broker !== null && visit.broker === broker)
        .map(({ site, at: visited }) => ({ site, ago: at - Date.parse(visited) }))
        .filter(({ ago }) => ago >= 0 && ago < 30 * DAY)
        .toSorted((a, b) => a.ago - b.ago)
      const site = page?.id ?? before[0]?.site
      if (site !== undefined) outcomes.push({ kind, at, site })
    }
    expect(outcomes.length).toBeGreaterThan(20)
    for (let turn = 0; turn < 20; turn += 1) {
      const first = next(DAYS)
      const length = 1 + next(DAYS - first)
      const [from, to] = [addDays('2023-05-01', first), addDays('2023-05-01', first + length - 1)]
      const isIn = (at: number): boolean => at >= start + first * DAY && at < start + (first + length) * DAY
      const one = someSite().id
      const [filter, counted] = (
        [
          ['', sites.map(({ id }) => id)],
          [`&micrositeId=${one}`, [one]],
          [`&campaignId=${campaignId}`, ofCampaign],
        ] as const
      )[next(3)] ?? ['', []]
      const count = (kind: Outcome['kind']): number =>
        outcomes.filter(
          (outcome) => outcome.kind === kind && isIn(outcome.at) && counted.includes(outcome.site),
        ).length
      const expected = {
        visits: come.filter(({ site, at }) => isIn(Date.parse(at)) && counted.includes(site)).length,
        bookings: count('bookings'),
        applications: count('applications'),
      }
      for (const by of attributionDimensions) {
        const { rows, ...totals } = await report(`by=${by}&from=${from}&to=${to}${filter}`)
        expect(totals, `${by} ${from} ${to} ${filter}`).toMatchObject(expected)
        const summed = { visits: 0, bookings: 0, applications: 0 }
        for (const row of rows) {
          summed.visits += row.visits
          summed.bookings += row.bookings
          summed.applications += row.applications
        }
        expect(summed, `${by} ${from} ${to} ${filter}`).toEqual(expected)
      }
    }
  })

  // Covers: microsites-visits-14
  it('adds up to a recount of the visits over any period', async () => {
    const sites = [await addMicrosite(app), await addMicrosite(app)]
    const brokers = [undefined, await addBroker(app), await addBroker(app)]
    const next = randomBelow(7)
    const start = '2024-01-01'
    await visits(
      ...Array.from({ length: 1500 }, () => ({
        site: sites[next(2)]?.id ?? 0,
        at: new Date(Date.parse(start) + next(200 * 86_400_000)).toISOString(),
        broker: brokers[next(3)],
        ...(next(3) && { source: `s${next(5)}` }),
        ...(next(3) && { medium: `m${next(3)}` }),
        ...(next(3) && { term: `t${next(40)}` }),
      })),
    )
    const columns = {
      source: 'utm_source',
      medium: 'utm_medium',
      campaign: 'utm_campaign',
      content: 'utm_content',
      term: 'utm_term',
      broker: 'broker_id::text',
    }
    for (let turn = 0; turn < 60; turn++) {
      const from = addDays(start, next(220) - 10)
      const to = addDays(from, next(120))
      const by = attributionDimensions[next(6)] ?? 'source'
      const site = turn % 2 ? sites[next(2)]?.id : undefined
      const reported = await report(`by=${by}&from=${from}&to=${to}${site ? `&micrositeId=${site}` : ''}`)
      const { rows } = await sql<{ value: string | null; visits: number }>`
        select ${sql.raw(columns[by])} as value, count(*) as visits from visits
        where day between ${from} and ${to} ${site ? sql`and microsite_id = ${site}` : sql``} group by 1`.execute(
        app.connection.db,
      )
      const visitsByValue = reported.rows.map((row) => [
        by === 'broker' ? (row.brokerId?.toString() ?? null) : row.value,
        row.visits,
      ])
      expect(new Map(visitsByValue as [string, number][])).toEqual(
        new Map(rows.map(({ value, visits: count }) => [value, count])),
      )
      const total = rows.reduce((sum, row) => sum + row.visits, 0)
      expect([reported.visits, reported.days.reduce((sum, day) => sum + day.visits, 0)]).toEqual([
        total,
        total,
      ])
    }
  })

  // Covers: microsites-visits-2, microsites-visits-3
  it.each([
    ['from=2026-11-24&to=2026-11-23', 'to', 'The last day cannot be before the first'],
    ['from=2001-01-01', 'from', 'Choose at most ten years'],
    ['from=1900-01-01', 'from', 'Give a date between the years 2000 and 2099'],
    ['to=9999-12-31', 'to', 'Give a date between the years 2000 and 2099'],
    ['from=yesterday', 'from', 'Enter the day as YYYY-MM-DD'],
    ['to=2026-02-30', 'to', 'Enter the day as YYYY-MM-DD'],
    ['by=colour', 'by', ''],
    ['micrositeId=x', 'micrositeId', ''],
  ])('refuses %s with a message at the field', async (query, field, message) => {
    const answer = await viewer.get(`/api/attribution?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields[field]).toContain(message)
  })

  it('is empty for a microsite that does not exist, and for a day to come', async () => {
    expect(await report('micrositeId=2000000000')).toMatchObject({ visits: 0, rows: [], others: 0 })
    expect(await report('from=2030-01-01')).toMatchObject({ from: '2030-01-01', to: '2030-01-01', visits: 0 })
  })
})
