import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
  admin = await staffClient(app, 'admin')
  for (let count = 0; count < 3; count++) await addBdm(app)
})
afterAll(() => app?.close())

const names = async (path: string, q: string): Promise<string[]> => {
  const answer = await admin.get(`${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ name: string }[]>().map(({ name }) => name)
}

let line = 1000
const add = async (name: string, company = ''): Promise<number> => {
  line += 1
  const broker = { name, company, phone: `(02) 5550 ${line}`, email: `folded.${line}@my-finance.example.com` }
  const answer = await admin.send('POST', '/api/brokers', broker)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}

describe.each([
  ['Siobhán O’Brien', ["siobhan o'brien", 'O`BRIEN', 'OBrien', 'o´brien', 'SIOBHAN', 'Siobha\u0301n', "o'b"]],
  ['Anne-Marie Smith–Jones', ['anne marie', 'Smith-Jones', 'smith jones', 'Anne‑Marie']],
  ['Đặng Thị Thu', ['Dang Thi', 'đặng', 'dang thi thu']],
  ['Søren Müller', ['soren muller', 'MÜLLER', 'Mu\u0308ller']],
  ['Łukasz Żółkiewski', ['Lukasz Zolkiewski', 'ŻÓŁKIEWSKI']],
  ['José Peña', ['Jose Pena', 'PEÑA']],
  ['Νίκος Παπαδόπουλος', ['νικος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ']],
  ['D’Arcy  Weiß', ["d'arcy weiss", 'darcy', 'WEISS']],
])('%s', (name, searches) => {
  // Covers: analytics-figures-26
  it('is found in the directory, in bookings and in the audit log however the name is typed', async () => {
    await add(name, `${name} Finance`)
    const shown = name.replace(/ {2}/, ' ')
    const booked = await post(
      app,
      someone({
        name,
        scheduledDate: `2026-11-${24 + (line % 3)}T${9 + (line % 2)}:00:00+11:00`.replace('T9', 'T09'),
      }),
    )
    expect(booked.statusCode, booked.body).toBe(201)
    for (const q of searches) {
      expect(await names('/api/brokers', q), q).toEqual([shown])
      const bookings = (await admin.get(`/api/bookings?q=${encodeURIComponent(q)}`)).json<object[]>()
      expect(bookings.length, `bookings ${q}`).toBe(1)
      const audited = (await admin.get(`/api/audit?q=${encodeURIComponent(q)}`)).json<object[]>()
      // the audit log is searched for a phrase
      if (!/o'b$/.test(q)) expect(audited.length, `audit log ${q}`).toBeGreaterThan(0)
    }
  })
})

it('an address and a company with dashes are found by their parts and as a whole', async () => {
  await add('Wei Li', 'Harbour-Side Finance')
  for (const q of ['harbour side', 'Harbour-Side', 'my-finance', 'MY-FINANCE.example', 'side fin'])
    expect(await names('/api/brokers', q), q).toContain('Wei Li')
})

describe("O’Connor and O'Connor", () => {
  // Covers: analytics-figures-26, decision-duplicate-records
  it('is pointed out when a broker of that name is added, unless the companies differ', async () => {
    const id = await add('Niamh O’Connor', 'Kestrel Finance')
    const alike = async (name: string, company: string) =>
      (await admin.get(`/api/brokers/alike?${new URLSearchParams({ name, company })}`)).json<
        { id: number; same: string[] }[]
      >()
    expect(await alike("NIAMH O'CONNOR", '')).toMatchObject([{ id, same: ['name'] }])
    expect(await alike("Niamh O'Connor", 'KESTREL  finance')).toMatchObject([{ id, same: ['name'] }])
    expect(await alike("Niamh O'Connor", 'Another Lender')).toEqual([])
  })

  // Covers: analytics-figures-26
  it('is one broker in an import, by phone and name, and in a file with both', async () => {
    const text = [
      'Name,Phone,Email',
      `Pádraig O’Connor,(02) 5550 7001,`,
      `PADRAIG O'CONNOR,(02) 5550 7001,`,
    ].join('\n')
    const preview = await admin.send('POST', '/api/brokers/imports', undefined, uploadForm(text))
    expect(preview.statusCode, preview.body).toBe(201)
    expect(preview.json()).toMatchObject({ counts: { rejected: 1 } })
  })
})

// Covers: analytics-figures-26
it('searches of the directory are answered from its index', async () => {
  await sql`insert into brokers (name, phone) select 'Broker ' || n, '+612' || (70000000 + n) from generate_series(1, 20000) n`.execute(
    app.connection.db,
  )
  await sql`analyze brokers`.execute(app.connection.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from brokers where
    fold_key(name || ' ' || coalesce(company, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(asic_number, ''))
    like '%obrien%'`.execute(app.connection.db)
  expect(JSON.stringify(rows)).toContain('brokers_search')
  const same =
    await sql<object>`explain select id from brokers where fold_key(name) = 'siobhan obrien'`.execute(
      app.connection.db,
    )
  expect(JSON.stringify(same.rows)).toContain('brokers_folded_name')
})
