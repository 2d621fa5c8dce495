import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedPerson, licensee, representative } from '#test/worlds/register-rows.ts'
import { loadRegister } from '#test/worlds/register-world.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { checkUnchecked } from '../checks/check-unchecked.ts'

let app: TestApp
let admin: Client
let compliance: Client
const now = new Date('2026-11-29T02:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from messages; delete from findings_of_many; delete from brokers; delete from broker_imports; delete from runs; delete from register_entries; delete from register_snapshots',
  )
})

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Different enough that no name is like another. */
const nameOf = (n: number): string =>
  `${letters[n % 26]?.toUpperCase()}oe${letters[(n * 7) % 26]}a ${letters[(n * 3) % 26]?.toUpperCase()}u${letters[n % 26]}rick${letters[Math.floor(n / 26)]}`

async function importBrokers(rows: readonly string[]): Promise<number> {
  const form = uploadForm(Buffer.from(['Name,Phone,Email,State,ASIC number', ...rows].join('\n')), {
    filename: 'list.csv',
  })
  const { id } = (await admin.send('POST', '/api/brokers/imports', undefined, form)).json()
  expect((await admin.send('POST', `/api/brokers/imports/${id}/commit`)).statusCode).toBeLessThan(300)
  await runImport(app.ctx(), id)
  await checkUnchecked(app.ctx())
  return id
}
const row = (n: number, asicNumber: string, name = nameOf(n)): string =>
  `${name},(02) 5550 ${String(n).padStart(4, '0')},b${n}@example.com,NSW,${asicNumber}`
async function loadAll(): Promise<void> {
  await loadRegister(
    app,
    compliance,
    'credit_representatives',
    Array.from({ length: 200 }, (_, n) => {
      const [given = '', surname = ''] = nameOf(n).toUpperCase().split(' ')
      return representative(String(990_000 + n), `${surname}, ${given}`)
    }),
  )
  await loadRegister(app, compliance, 'credit_licensees', [licensee('990001', 'SUMMIT FINANCE PTY LTD')])
  await loadRegister(app, compliance, 'banned_persons', [
    bannedPerson('#1', 'FRASER, ISLA'),
    bannedPerson('#2', 'OKAFOR, JARRAH'),
  ])
}
const flagged = async (query = '') =>
  (await compliance.get(`/api/surveillance/flagged-brokers${query}`)).json()
const many = async () => (await compliance.get('/api/surveillance/findings-of-many')).json()
const tasks = async (kind: string) => (await compliance.get(`/api/tasks?kind=${kind}`)).json()
const decide = (id: number, action: string) =>
  compliance.send('POST', `/api/surveillance/findings-of-many/${id}`, {
    action,
    notes: 'The column was wrong',
  })

describe('a reason that concerns more than 5 per cent of an import', () => {
  // Covers: surveillance-25
  it('is one finding about the import with one task; a banned match in it is flagged singly', async () => {
    await loadAll()
    const id = await importBrokers([
      ...Array.from({ length: 60 }, (_, n) => row(n, String(990_000 + n))),
      ...Array.from({ length: 39 }, (_, n) => row(n + 100, String(770_000 + n))),
      row(150, '770999', 'Isla Fraser'),
    ])
    expect(await many()).toMatchObject([
      {
        reason: 'number_unknown',
        importId: id,
        brokers: 40,
        total: 100,
        text: 'list.csv: 40 numbers are not in the register of 29 November 2026: wrong column, or an incomplete register?',
      },
    ])
    expect(await flagged()).toMatchObject([{ name: 'Isla Fraser', riskScore: 95 }])
    expect(await tasks('finding_of_many')).toMatchObject([
      { details: expect.stringContaining('40 numbers are not in the register') },
    ])
    expect(await tasks('compliance_review')).toHaveLength(1)
    expect((await compliance.get('/api/surveillance/stats')).json()).toMatchObject({ flaggedBrokers: 1 })
    // a check of all brokers, and the job a minute later, give the same result
    await compliance.send('POST', '/api/surveillance/run-manual-check')
    await checkUnchecked(app.ctx())
    expect([(await many()).length, (await flagged()).length]).toEqual([1, 1])
  })

  // Covers: surveillance-25
  it('is dismissed with a reason, and stays silent; or its brokers are flagged one by one', async () => {
    await loadAll()
    await importBrokers(Array.from({ length: 40 }, (_, n) => row(n, String(770_000 + n))))
    const [first] = await many()
    const lender = await staffClient(app, 'lender')
    expect(
      (
        await lender.send('POST', `/api/surveillance/findings-of-many/${first.id}`, {
          action: 'dismiss',
          notes: 'x',
        })
      ).statusCode,
    ).toBe(403)
    expect((await decide(first.id, 'dismiss')).json()).toEqual({ brokers: 40 })
    await checkUnchecked(app.ctx())
    expect([await many(), await flagged(), await tasks('finding_of_many')]).toEqual([[], [], []])
    expect((await decide(first.id, 'dismiss')).statusCode).toBe(409)

    await asOwner(app.databaseUrl, 'delete from brokers; delete from findings_of_many')
    await importBrokers(Array.from({ length: 40 }, (_, n) => row(n, String(770_000 + n))))
    const [second] = await many()
    await decide(second.id, 'flag_each')
    await checkUnchecked(app.ctx())
    expect([await many(), (await flagged()).length]).toEqual([[], 40])
  })

  // Covers: surveillance-25
  it('ends with a register that has the numbers', async () => {
    await loadAll()
    await importBrokers(Array.from({ length: 40 }, (_, n) => row(n, String(770_000 + n))))
    expect(await many()).toHaveLength(1)
    await loadRegister(
      app,
      compliance,
      'credit_representatives',
      Array.from({ length: 240 }, (_, n) => {
        const [given = '', surname = ''] = nameOf(n < 200 ? n : n - 200)
          .toUpperCase()
          .split(' ')
        return representative(String(n < 200 ? 990_000 + n : 770_000 + n - 200), `${surname}, ${given}`)
      }),
    )
    await checkUnchecked(app.ctx())
    expect([await many(), await flagged()]).toEqual([[], []])
  })

  // Covers: surveillance-25
  it('holds calls while it is open where its risk is high', async () => {
    await loadAll()
    await importBrokers(Array.from({ length: 40 }, (_, n) => row(n, String(990_000 + n + 60))))
    expect(await many()).toMatchObject([{ reason: 'other_holder', brokers: 40 }])
    const [{ id }] = (await admin.get('/api/brokers?limit=1')).json()
    expect((await admin.get(`/api/brokers/${id}`)).json().hold).not.toBeNull()
    const [found] = await many()
    await decide(found.id, 'dismiss')
    expect((await admin.get(`/api/brokers/${id}`)).json().hold).toBeNull()
  })
})

// Covers: surveillance-26
it('single cases are flagged each, with one audit row that names rules and snapshots', async () => {
  await loadAll()
  await importBrokers([
    ...Array.from({ length: 60 }, (_, n) => row(n, String(990_000 + n))),
    ...Array.from({ length: 3 }, (_, n) => row(n + 100, String(770_000 + n))),
  ])
  expect([await many(), (await flagged()).length]).toEqual([[], 3])
  const rows = await app.connection.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('action', '=', 'compliance.flagged')
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  expect(rows[0]).toMatchObject({
    before: { status: 'active', risk: 0 },
    after: {
      status: 'flagged',
      risk: 70,
      rules: '2026-11',
      snapshots: { credit_representatives: '2026-11-29' },
    },
  })
})

describe('the list of flagged brokers', () => {
  // Covers: surveillance-26
  it('has pages, a search and filters by risk and reason, and is cleared in bulk except for bans', async () => {
    await loadAll()
    await importBrokers([
      ...Array.from({ length: 80 }, (_, n) => row(n, String(990_000 + n))),
      ...Array.from({ length: 4 }, (_, n) => row(n + 100, String(770_000 + n))),
      row(150, '', 'Isla Fraser'),
    ])
    const first = await compliance.get('/api/surveillance/flagged-brokers?limit=3')
    expect([first.json().length, first.headers['x-total-count']]).toEqual([3, '5'])
    const next = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1]
    const second = await flagged(`?limit=3&cursor=${next}`)
    expect(new Set([...first.json(), ...second].map(({ id }) => id)).size).toBe(5)
    expect([
      (await flagged('?risk=high')).length,
      (await flagged('?risk=medium')).length,
      (await flagged('?reason=number_unknown')).length,
      (await flagged('?reason=banned_person')).length,
      (await flagged('?q=fraser')).length,
    ]).toEqual([1, 4, 4, 1, 1])
    const reasons = async (query = '') =>
      (await compliance.get(`/api/surveillance/flagged-reasons${query}`)).json()
    expect([await reasons(), await reasons('?risk=high'), await reasons('?q=fraser')]).toEqual([
      [
        { reason: 'number_unknown', brokers: 4 },
        { reason: 'banned_person', brokers: 1 },
      ],
      [{ reason: 'banned_person', brokers: 1 }],
      [{ reason: 'banned_person', brokers: 1 }],
    ])
    expect((await compliance.get('/api/surveillance/stats')).json()).toMatchObject({
      flaggedBrokers: 5,
      heldBrokers: 1,
    })
    const all = await flagged()
    const brokers = all.map(({ id, found }: { id: number; found: string }) => ({ id, found }))
    const lender = await staffClient(app, 'lender')
    const body = { brokers, notes: 'Numbers of a former list' }
    expect((await lender.send('POST', '/api/surveillance/flagged-brokers/clear', body)).statusCode).toBe(403)
    const answer = await compliance.send('POST', '/api/surveillance/flagged-brokers/clear', body)
    expect(answer.json()).toMatchObject({
      cleared: 4,
      left: [{ reason: expect.stringContaining('review this broker singly') }],
    })
    expect(await flagged()).toMatchObject([{ name: 'Isla Fraser' }])
  })
})
