import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Broker } from '#contract/brokers/brokers.ts'
import type { Callability } from '#contract/campaigns/dialling.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

let app: TestApp
let viewer: Client
beforeAll(async () => {
  app = await createTestApp({})
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app?.close())

const DAY_MS = 86_400_000
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

const phones = { fictitious: '+612555061', real: '+614123450' }
const bases = [
  { call_basis: 'relationship', call_basis_at: null },
  { call_basis: 'express', call_basis_at: null },
  { call_basis: 'express', call_basis_at: dayAgo(3) },
  { call_basis: 'none', call_basis_at: null },
]
const washes = [null, { listed: true, days: 90 }, { listed: false, days: 2 }, { listed: false, days: 45 }]
const marks = ['none', 'suspended', 'held', 'suppressed', 'held and suppressed'] as const

/** A broker for each combination of the facts that a call depends on. */
async function addBrokers(): Promise<number> {
  const { db } = app.connection
  const suppressed: string[] = []
  let count = 0
  for (const number of ['fictitious', 'real', null] as const)
    for (const basis of bases)
      for (const wash of number === null ? [null] : washes)
        for (const mark of marks) {
          count += 1
          // two digits are enough for the combinations of one kind of number
          const phone = number && `${phones[number]}${String(count % 100).padStart(2, '0')}`
          const { rows } = await sql<{ id: number }>`
            insert into brokers (name, phone, region, call_basis, call_basis_at, suspended_at)
            values (${`Broker ${count}`}, ${phone}, 'NSW', ${basis.call_basis}, ${basis.call_basis_at},
              ${mark === 'suspended' ? new Date() : null}) returning id`.execute(db)
          if (mark.startsWith('held'))
            await sql`insert into broker_compliance (broker_id, status, risk_score, held_since, held_reason)
              values (${rows[0]?.id}, 'flagged', 90, now(), 'FRASER, ISLA: banned')
              on conflict (broker_id) do update set held_since = now(), held_reason = 'banned'`.execute(db)
          if (phone && mark.endsWith('suppressed')) suppressed.push(phone)
          if (phone && wash)
            await sql`insert into number_washes (phone, listed, washed_on)
              values (${phone}, ${wash.listed}, ${dayAgo(wash.days)}) on conflict (phone) do nothing`.execute(
              db,
            )
        }
  for (const phoneNumber of new Set(suppressed))
    await sql`insert into suppressions (phone, source, reason) values (${phoneNumber}, 'manual', 'Asked by letter')`.execute(
      db,
    )
  return count
}

// Covers: brokers-11
test('the filter Callable finds the brokers for whom the rules of every dial give that answer', async () => {
  const count = await addBrokers()
  const read = async <T>(path: string): Promise<T> => (await viewer.get(path)).json()
  const all = await read<Broker[]>('/api/brokers?limit=1000')
  expect(all.length).toBeGreaterThanOrEqual(count)
  const ids = all.map(({ id }) => id).join(',')
  const answers = await read<Callability[]>(`/api/brokers/callability?ids=${ids}`)
  for (const [filter, kinds] of [
    ['yes', ['yes', 'later']],
    ['on_hold', ['on_hold']],
    ['never', ['never']],
  ] as const) {
    const expected = answers
      .filter(({ answer }) => (kinds as readonly string[]).includes(answer))
      .map(({ brokerId }) => brokerId)
    const found = await read<Broker[]>(`/api/brokers?limit=1000&callable=${filter}`)
    expect(found.map(({ id }) => id).toSorted(), filter).toEqual(expected.toSorted())
    expect(expected.length, filter).toBeGreaterThan(0)
  }
})
