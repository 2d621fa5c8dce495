import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/calendar.ts'
import { ownPath } from '#server/modules/brokers/broker-key.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { staffClient } from '#test/worlds/client.ts'
import { addBroker, addMicrosite, CHROME } from '#test/worlds/microsites-world.ts'
import { type KnownRequest, others, people } from '#test/worlds/user-agents.ts'
import { deleteOldVisitors } from './count-visits.ts'

const NOON = '2026-11-24T12:00:00+11:00'
const MINUTE_MS = 60_000

let app: TestApp
let other: TestApp
let now = new Date(NOON)
beforeAll(async () => {
  const options = { now: () => now, env: { TRUST_PROXY: '127.0.0.1' } }
  app = await createTestApp(options)
  other = await createTestApp({ ...options, databaseUrl: app.databaseUrl })
})
afterAll(async () => {
  await other?.close()
  await app?.close()
})

interface Look {
  agent?: string
  ip?: string
  query?: string
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
  by?: TestApp
}

/** The query of a link that was sent to the broker. */
const linkOf = (brokerId: number): string => ownPath(app.ctx(), '', brokerId)

/** Requests the page. @returns the status */
async function look(
  slug: string,
  { agent = CHROME, ip, query = '', method = 'GET', headers, by = app }: Look = {},
) {
  const answer = await by.server.inject({
    method,
    url: `/microsite/${slug}${query}`,
    headers: { 'user-agent': agent, ...(ip && { 'x-forwarded-for': ip }), ...headers },
  })
  expect(answer.statusCode).toBe(200)
  return answer
}

async function countOf(id: number): Promise<number> {
  const { rows } = await sql<{ rows: number; visits: number; rollup: number }>`
    select (select count(*) from visits where microsite_id = ${id}) as rows, visits,
      (select coalesce(sum(visits), 0)::int from visit_rollups where microsite_id = ${id} and dimension = 'total') as rollup
    from microsites where id = ${id}`.execute(app.connection.db)
  const [counts] = rows
  expect([counts?.visits, counts?.rollup]).toEqual([counts?.rows, counts?.rows])
  return counts?.rows ?? -1
}

let markers = 0
/** Waits until all earlier visits are counted, by counting one more after them. */
async function allCounted(by = app): Promise<void> {
  const { id, slug } = await addMicrosite(app)
  await look(slug, { by, ip: `203.0.113.${markers++ % 250}` })
  await until('the last visit is counted', async () => (await countOf(id)) === 1)
}

/** How many visits of one visitor count, at these minutes after noon in Sydney. */
async function countedAt(minutes: readonly number[], from = NOON): Promise<number> {
  const { id, slug } = await addMicrosite(app)
  for (const minute of minutes) {
    now = new Date(Date.parse(from) + minute * MINUTE_MS)
    await look(slug)
    await allCounted()
  }
  return countOf(id)
}

/** The counts of the rollups, and of the visits themselves. */
async function drift(): Promise<unknown[]> {
  const { rows } = await sql`
    with spans as (select unnest(array[1, 7, 28]) as days),
    tagged as (
      select microsite_id, day, 'total' as dimension, '' as value from visits
      union all select microsite_id, day, 'source', coalesce(utm_source, '') from visits
      union all select microsite_id, day, 'medium', coalesce(utm_medium, '') from visits
      union all select microsite_id, day, 'campaign', coalesce(utm_campaign, '') from visits
      union all select microsite_id, day, 'content', coalesce(utm_content, '') from visits
      union all select microsite_id, day, 'term', coalesce(utm_term, '') from visits
      union all select microsite_id, day, 'broker', coalesce(broker_id::text, '') from visits),
    recounted as (
      select microsite_id, dimension, days, date '1970-01-05' + ((day - date '1970-01-05') / days) * days as start, value,
        count(*) as visits
      from tagged, spans where dimension <> 'total' or days = 1
      group by grouping sets ((1, 2, 3, 4, 5), (2, 3, 4, 5)))
    select * from recounted r full join visit_rollups k on k.microsite_id is not distinct from r.microsite_id
      and k.dimension = r.dimension and k.days = r.days and k.start = r.start and k.value = r.value
    where r.visits is distinct from k.visits::bigint`.execute(app.connection.db)
  return rows
}

describe('of the requests that really come', () => {
  // Covers: microsites-visits-8
  it('exactly those of people count', async () => {
    const { id, slug } = await addMicrosite(app)
    const all: KnownRequest[] = [...people, ...others]
    for (const { agent, method, headers } of all) await look(slug, { agent, method, headers })
    await allCounted()
    expect(await countOf(id)).toBe(people.length)
    const { rows } = await sql<{ device: string; count: number }>`
      select device, count(*) from visits where microsite_id = ${id} group by 1 order by 1`.execute(
      app.connection.db,
    )
    expect(rows.map(({ device }) => device)).toEqual(['desktop', 'phone', 'tablet'])
  })

  it('one that carries no name of a browser counts for nothing', async () => {
    const { id, slug } = await addMicrosite(app)
    await app.server.inject({ url: `/microsite/${slug}`, headers: { 'user-agent': '' } })
    await allCounted()
    expect(await countOf(id)).toBe(0)
  })

  // Covers: microsites-visits-8
  it('one that is answered with "not modified" counts all the same', async () => {
    const { id, slug } = await addMicrosite(app)
    const { headers } = await look(slug, { method: 'HEAD' })
    const again = await app.server.inject({
      url: `/microsite/${slug}`,
      headers: { 'user-agent': CHROME, 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await allCounted()
    expect(await countOf(id)).toBe(1)
  })
})

describe('the same visitor', () => {
  // Covers: microsites-visits-9
  it('counts once within the hour, and again after it', async () => {
    expect(await countedAt([0, 1, 30, 59.9])).toBe(1)
    expect(await countedAt([0, 60])).toBe(2)
    expect(await countedAt([0, 59, 61, 100, 121])).toBe(3)
  })

  // Covers: microsites-visits-9
  it('counts once within the hour across midnight too', async () => {
    const before = '2026-11-24T23:50:00+11:00'
    expect(await countedAt([0, 20, 55], before)).toBe(1)
    expect(await countedAt([0, 69.9, 75], before)).toBe(2)
    expect(await countedAt([0, 65, 75, 130], before)).toBe(3)
    expect(await countedAt([0, 9.9, 10], before)).toBe(1)
  })

  // Covers: bookings-8, microsites-visits-9
  it('counts once within the hour that the clocks repeat', async () => {
    expect(await countedAt([0, 30, 59], '2026-04-04T15:30:00Z')).toBe(1)
  })

  // Covers: microsites-visits-10
  it('has another hash on another day and another microsite', async () => {
    now = new Date(NOON)
    const sites = [await addMicrosite(app), await addMicrosite(app)]
    for (const days of [0, 1]) {
      now = new Date(Date.parse(NOON) + days * 24 * 60 * MINUTE_MS)
      for (const { slug } of sites) await look(slug, { ip: '198.51.100.9' })
      await allCounted()
    }
    const { rows } = await sql<{ visitor: Buffer }>`select visitor from visits
      where microsite_id in (${sites[0]?.id}, ${sites[1]?.id})`.execute(app.connection.db)
    expect(new Set(rows.map(({ visitor }) => visitor.toString('hex'))).size).toBe(4)
  })

  // Covers: microsites-visits-9
  it('is one by address and browser: colleagues behind another address or browser count each', async () => {
    now = new Date(NOON)
    const { id, slug } = await addMicrosite(app)
    const firefox = people.find(({ who }) => who === 'Firefox on Windows')?.agent
    await Promise.all([
      look(slug, { ip: '198.51.100.1' }),
      look(slug, { ip: '198.51.100.2' }),
      look(slug, { ip: '198.51.100.2', agent: firefox }),
      look(slug, { ip: '2001:db8::1' }),
      look(slug, { ip: '198.51.100.1' }),
    ])
    await allCounted()
    expect(await countOf(id)).toBe(4)
  })

  // Covers: microsites-visits-9
  it('counts once for two processes that meet them at once, and is nobody’s whose salt is gone', async () => {
    now = new Date(NOON)
    const { id, slug } = await addMicrosite(app)
    const requests = Array.from({ length: 300 }, (_, index) =>
      look(slug, { ip: `198.51.100.${index % 100}`, by: index % 2 === 0 ? app : other }),
    )
    await Promise.all(requests)
    await allCounted(app)
    await allCounted(other)
    expect(await countOf(id)).toBe(100)
    expect(await drift()).toEqual([])
  })

  // Covers: microsites-visits-10
  it('cannot be found again: salts live two days, addresses and browsers are stored nowhere', async () => {
    now = new Date(NOON)
    await deleteOldVisitors(app.ctx())
    const days = async () =>
      (await app.connection.db.selectFrom('visitSalts').select('day').orderBy('day').execute()).map(
        ({ day }) => day,
      )
    await countedAt([0], '2026-11-25T00:10:00+11:00')
    expect(await days()).toEqual(expect.arrayContaining(['2026-11-24', '2026-11-25']))
    now = new Date('2026-11-26T00:30:00+11:00')
    await deleteOldVisitors(app.ctx())
    expect((await days()).filter((day) => day < '2026-11-25')).toEqual([])
    const { rows } = await sql<{
      text: string
    }>`select string_agg(v::text, ' ') as text from visits v`.execute(app.connection.db)
    expect(rows[0]?.text).not.toMatch(/198\.51\.100|203\.0\.113|Mozilla/)
    expect(await app.connection.db.selectFrom('recentVisitors').select('countedAt').execute()).toEqual([])
    now = new Date(NOON)
  })

  // Covers: microsites-visits-10
  it('is given no cookie', async () => {
    const { slug } = await addMicrosite(app)
    expect((await look(slug)).headers).not.toHaveProperty('set-cookie')
  })
})

describe('what is kept of a visit', () => {
  // Covers: microsites-visits-10
  it('is tags, broker, host that led here, device, hash and day', async () => {
    const { id, slug } = await addMicrosite(app)
    const brokerId = await addBroker(app)
    await look(slug, {
      query: `${linkOf(brokerId)}&utm_source=brokerline&utm_medium=%20sms%20&utm_campaign=a&utm_campaign=b&utm_content=%00x&utm_term=${'t'.repeat(300)}`,
      headers: { referer: 'https://www.linkedin.com/feed/' },
    })
    await allCounted()
    const row = await app.connection.db
      .selectFrom('visits')
      .selectAll()
      .where('micrositeId', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      ...{ utmSource: 'brokerline', utmMedium: 'sms', utmCampaign: 'a', utmContent: 'x' },
      ...{ utmTerm: 't'.repeat(200), brokerId, referrerHost: 'www.linkedin.com', device: 'desktop' },
      ...{ day: '2026-11-24', at: new Date(NOON) },
    })
    expect(row.visitor).toHaveLength(32)
  })

  // Covers: microsites-visits-6
  it.each([
    '2000000000',
    '0',
    '-1',
    'x',
    '99999999999999999999',
    '',
  ])('is no broker for broker=%s', async (broker) => {
    const { id, slug } = await addMicrosite(app)
    await look(slug, { query: `?broker=${broker}`, ip: '198.51.100.77' })
    await allCounted()
    const rows = await app.connection.db
      .selectFrom('visits')
      .select('brokerId')
      .where('micrositeId', '=', id)
      .execute()
    expect(rows).toEqual([{ brokerId: null }])
  })

  // Covers: microsites-visits-11
  it('has a broker only where its key was signed for that broker', async () => {
    const { id, slug } = await addMicrosite(app)
    const [own, stranger] = [await addBroker(app), await addBroker(app)]
    const key = new URLSearchParams(linkOf(own)).get('key') ?? ''
    const queries = [
      `?broker=${own}&key=${key}`,
      `?broker=${own}`,
      `?broker=${own}&key=${key.slice(0, -2)}xx`,
      `?broker=${stranger}&key=${key}`,
      `?broker=${own}&key=`,
      `?key=${key}`,
    ]
    for (const [index, query] of queries.entries())
      await look(slug, { query, ip: `198.51.100.${80 + index}` })
    await until('all are counted', async () => (await countOf(id)) === queries.length)
    const rows = await app.connection.db
      .selectFrom('visits')
      .select('brokerId')
      .where('micrositeId', '=', id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ brokerId }) => brokerId)).toEqual([own, null, null, null, null, null])
    const timeline = await app.connection.db
      .selectFrom('activities')
      .select('id')
      .where('brokerId', '=', stranger)
      .execute()
    expect(timeline).toEqual([])
  })

  // Covers: microsites-visits-11
  it('counts for each of two brokers behind one address', async () => {
    const { id, slug } = await addMicrosite(app)
    const brokers = [await addBroker(app), await addBroker(app)]
    for (const brokerId of [...brokers, ...brokers])
      await look(slug, { query: linkOf(brokerId), ip: '198.51.100.70' })
    await look(slug, { ip: '198.51.100.70' })
    await until('all are counted', async () => (await countOf(id)) === 3)
  })

  // Covers: microsites-visits-12
  it('is told on the broker’s timeline, once', async () => {
    const { slug } = await addMicrosite(app, { title: 'Investor Flex' })
    const brokerId = await addBroker(app)
    for (let index = 0; index < 3; index++) await look(slug, { query: linkOf(brokerId), ip: '198.51.100.20' })
    await allCounted()
    const rows = await app.connection.db
      .selectFrom('activities')
      .select(['type', 'description', 'createdAt', 'simulated'])
      .where('brokerId', '=', brokerId)
      .execute()
    expect(rows).toEqual([
      {
        type: 'microsite_visited',
        description: 'Visited Investor Flex',
        createdAt: new Date(NOON),
        simulated: false,
      },
    ])
    const admin = await staffClient(app, 'admin')
    const timeline = await admin.get(`/api/brokers/${brokerId}/timeline`)
    expect(timeline.json()).toContainEqual(expect.objectContaining({ type: 'microsite_visited' }))
  })
})

describe('what stands in the rollups', () => {
  // Covers: microsites-visits-14
  it('is what the visits say, whatever came and whoever goes', async () => {
    const sites = [await addMicrosite(app), await addMicrosite(app), await addMicrosite(app)]
    const brokers = [await addBroker(app), await addBroker(app), await addBroker(app)]
    const choice = <T>(...values: T[]) => fc.constantFrom(...values)
    const visit = fc.record({
      site: fc.integer({ min: 0, max: 2 }),
      day: fc.integer({ min: 0, max: 60 }),
      ip: fc.integer({ min: 1, max: 40 }),
      broker: choice('', ...brokers.map((id) => linkOf(id).replace('?', '&'))),
      source: choice('', '&utm_source=sms', '&utm_source=SMS', '&utm_source={x,"y"}', '&utm_source=%5C'),
      medium: choice('', '&utm_medium=a', '&utm_medium=null'),
      term: choice('', '&utm_term=0', '&utm_term=%20'),
    })
    const sample = fc.sample(visit, { seed: 20_261_124, numRuns: 400 })
    sample.sort((a, b) => a.day - b.day)
    for (const { site, day, ip, broker, source, medium, term } of sample) {
      now = new Date(`${addDays('2026-09-15', day)}T12:00:00+10:00`)
      await look(sites[site]?.slug ?? '', {
        ip: `192.0.2.${ip}`,
        query: `?x=1${broker}${source}${medium}${term}`,
        by: ip % 2 ? app : other,
      })
    }
    await allCounted(app)
    await allCounted(other)
    expect(await countOf(sites[0]?.id ?? 0)).toBeGreaterThan(50)
    expect(await drift()).toEqual([])

    const admin = await staffClient(app, 'admin')
    expect((await admin.send('DELETE', `/api/brokers/${brokers[1]}`)).statusCode).toBe(200)
    expect(await drift()).toEqual([])
    expect((await admin.send('DELETE', `/api/microsites/${sites[1]?.id}`)).statusCode).toBe(200)
    expect(await drift()).toEqual([])
    expect(await countOf(sites[0]?.id ?? 0)).toBeGreaterThan(50)
    const { rows } = await sql`select from visit_rollups where visits <= 0`.execute(app.connection.db)
    expect(rows).toEqual([])
    now = new Date(NOON)
  }, 60_000)
})

describe('visits whose period of keeping is over', () => {
  it('stay in the counts, of a merged broker with the record that remains, of a deleted one without a broker', async () => {
    const { id, slug } = await addMicrosite(app)
    const [from, into] = [await addBroker(app), await addBroker(app)]
    for (const [index, brokerId] of [from, from, into].entries()) {
      await look(slug, { ip: `192.0.2.${100 + index}`, query: linkOf(brokerId) })
    }
    await until('all are counted', async () => (await countOf(id)) === 3)
    await app.connection.db.deleteFrom('visits').where('micrositeId', '=', id).execute()
    const counts = async () =>
      (
        await app.connection.db
          .selectFrom('visitRollups')
          .select(['days', 'value', 'visits'])
          .where('micrositeId', '=', id)
          .where('dimension', '=', 'broker')
          .orderBy('days')
          .execute()
      ).map(({ days, value, visits }) => [days, value, visits])
    const spread = (value: string) => [1, 7, 28].map((days) => [days, value, 3])
    const admin = await staffClient(app, 'admin')
    const merged = await admin.send('POST', `/api/brokers/${into}/merge`, { brokerId: from, take: [] })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await counts()).toEqual(spread(String(into)))
    expect((await admin.send('DELETE', `/api/brokers/${into}`)).statusCode).toBe(200)
    expect(await counts()).toEqual(spread(''))
    expect((await admin.send('DELETE', `/api/microsites/${id}`)).statusCode).toBe(200)
    expect(await drift()).toEqual([])
  })
})

/** Makes the database refuse visits until the returned function is called, which returns the number of refusals. */
async function refuseVisits(): Promise<{ refusals(): Promise<number>; end(): Promise<void> }> {
  // a sequence advances even when its transaction is rolled back
  await asOwner(
    app.databaseUrl,
    'create sequence refusals',
    'grant select, usage on refusals to public',
    `create function refuse() returns trigger language plpgsql as $$
      begin perform nextval('refusals'); raise exception 'not now'; end $$`,
    'create trigger refuse before insert on visits execute function refuse()',
  )
  return {
    async refusals() {
      const { rows } = await sql<{ count: number }>`
        select case when is_called then last_value else 0 end as count from refusals`.execute(
        app.connection.db,
      )
      return rows[0]?.count ?? 0
    },
    async end() {
      await asOwner(
        app.databaseUrl,
        'drop trigger refuse on visits; drop function refuse; drop sequence refusals',
      )
    },
  }
}

describe('a visit that comes while the database cannot take it', () => {
  // Covers: microsites-visits-13
  it('is counted once it can, and holds no page up', async () => {
    const { id, slug } = await addMicrosite(app)
    await look(slug, { method: 'HEAD' })
    const refusal = await refuseVisits()
    try {
      for (let index = 0; index < 20; index++) await look(slug, { ip: `198.51.100.${100 + index}` })
      await until('it was tried twice', async () => (await refusal.refusals()) >= 2)
      expect(await countOf(id)).toBe(0)
    } finally {
      await refusal.end()
    }
    await until('all are counted', async () => (await countOf(id)) === 20)
    expect(await drift()).toEqual([])
  })

  // Covers: microsites-visits-13
  it('is counted before the process ends', async () => {
    const { id, slug } = await addMicrosite(app)
    const ending = await createTestApp({
      databaseUrl: app.databaseUrl,
      now: () => now,
      env: { TRUST_PROXY: '127.0.0.1' },
    })
    for (let index = 0; index < 10; index++) await look(slug, { ip: `198.51.100.${200 + index}`, by: ending })
    await ending.close()
    expect(await countOf(id)).toBe(10)
  })

  // Covers: microsites-visits-13
  it('of a microsite or broker that is gone by then takes no other with it', async () => {
    const gone = await addMicrosite(app)
    const { id, slug } = await addMicrosite(app)
    const brokerId = await addBroker(app)
    const admin = await staffClient(app, 'admin')
    const refusal = await refuseVisits()
    try {
      await look(gone.slug)
      await look(slug, { query: linkOf(brokerId) })
      await until('it was tried', async () => (await refusal.refusals()) >= 1)
      expect((await admin.send('DELETE', `/api/microsites/${gone.id}`)).statusCode).toBe(200)
      expect((await admin.send('DELETE', `/api/brokers/${brokerId}`)).statusCode).toBe(200)
    } finally {
      await refusal.end()
    }
    await until('the other is counted', async () => (await countOf(id)) === 1)
    expect(await drift()).toEqual([])
  })
})
