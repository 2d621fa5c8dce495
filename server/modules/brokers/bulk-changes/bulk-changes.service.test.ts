import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BulkChange } from '#contract/brokers/bulk-changes.ts'
import { continueRun } from '#server/platform/runs/runs.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bulkChangeRun } from './run-bulk-change.ts'

let app: TestApp
let lender: Client
let viewer: Client
let compliance: Client

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
  viewer = await staffClient(app, 'viewer')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.connection.db.deleteFrom('brokers').execute()
  await app.connection.db.deleteFrom('runs').execute()
  await asOwner(app.databaseUrl, 'delete from suppressions')
})

/** Brokers of fictitious numbers, in one statement. @returns their ids in order */
async function addBrokers(count: number, region = 'NSW'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into brokers (name, phone, region, timezone, call_basis_at)
    select 'Broker ' || n, '+612555' || (500000 + n), ${region}, 'Australia/Sydney', now()
    from generate_series(1, ${count}::int) n returning id`.execute(app.connection.db)
  return rows.map(({ id }) => id)
}

const post = (what: string, body: object, who = lender) =>
  who.send('POST', `/api/brokers/bulk-changes/${what}`, body)

async function changed(what: string, body: object, who = lender): Promise<BulkChange> {
  const answer = await post(what, body, who)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

const undo = async (id: number): Promise<BulkChange> =>
  (await lender.send('POST', `/api/brokers/bulk-changes/${id}/undo`)).json()

async function fieldOf(ids: readonly number[], field: 'bdmId' | 'callBasis'): Promise<unknown[]> {
  const rows = await app.connection.db
    .selectFrom('brokers')
    .select(['bdmId', 'callBasis'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map((row) => row[field])
}

describe('a BDM for many brokers', () => {
  // Covers: brokers-13
  test('is given to those that are named, tells what became of each, and is undone but for who was changed since', async () => {
    const bdm = await addBdm(app)
    const ids = await addBrokers(4)
    const [first = 0, second = 0] = ids
    await lender.send('PATCH', `/api/brokers/${first}`, { bdmId: bdm })
    const named = { ids: [...ids.slice(0, 3), 2_000_000_000] }
    const change = await changed('bdm', { selection: named, bdmId: bdm })
    expect(change).toMatchObject({
      status: 'done',
      ...{ total: 3, missing: 1, done: 3, changed: 2, unchanged: 1, refused: [], undoable: true },
    })
    expect(await fieldOf(ids, 'bdmId')).toEqual([bdm, bdm, bdm, null])
    const timeline = (await lender.get(`/api/brokers/${second}/timeline`)).json()
    expect(timeline[0].description).toContain(change.label)
    await lender.send('PATCH', `/api/brokers/${second}`, { company: 'Redgum Lending' })
    expect(await undo(change.id)).toMatchObject({ status: 'undone', undo: { restored: 1, left: 1 } })
    expect(await fieldOf(ids, 'bdmId')).toEqual([bdm, bdm, null, null])
    const again = await lender.send('POST', `/api/brokers/bulk-changes/${change.id}/undo`)
    expect([again.statusCode, again.json().message]).toEqual([409, 'This change was undone already.'])
  })

  // Covers: brokers-14
  test('is given to all that match, in the background where they are many, and goes on after a crash', async () => {
    const bdm = await addBdm(app)
    const many = await addBrokers(1200)
    const elsewhere = await addBrokers(1, 'WA')
    const [spared = 0] = many
    const selection = { filters: { region: 'NSW' }, except: [spared] }
    expect((await post('count', { selection })).json()).toEqual({ brokers: 1199 })
    const change = await changed('bdm', { selection, bdmId: bdm })
    expect(change).toMatchObject({ status: 'running', total: 1199, done: 0, undoable: false })
    // who is deleted meanwhile is missing, not waited for
    await app.connection.db
      .deleteFrom('brokers')
      .where('id', '=', many[1] ?? 0)
      .execute()
    // the job was lost with its process
    await sql`delete from graphile_worker._private_jobs`.execute(app.connection.db)
    await sql`update runs set touched_at = now() - interval '2 minutes'`.execute(app.connection.db)
    await app.startWorkers()
    const now = async (): Promise<BulkChange> =>
      (await lender.get(`/api/brokers/bulk-changes/${change.id}`)).json()
    await until('the change', async () => (await now()).status === 'done')
    expect(await now()).toMatchObject({ done: 1198, changed: 1198, missing: 1 })
    expect(await fieldOf([spared, ...elsewhere], 'bdmId')).toEqual([null, null])
    const audited = await app.connection.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectType', '=', 'bulk_change')
      .where('subjectId', '=', String(change.id))
      .orderBy('id')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(['bulk_change.started', 'bulk_change.finished'])
  })

  test.each([
    ['nobody who matches', { filters: { q: 'nobody of this name' } }, 'selection'],
    ['ids that are nobody’s', { ids: [2_000_000_000] }, 'selection'],
  ])('is refused for %s', async (_, selection, field) => {
    await addBrokers(1)
    const answer = await post('bdm', { selection, bdmId: null })
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, [field]])
  })

  // Covers: brokers-14
  test('takes no filter that is not known: without it everybody would be chosen', async () => {
    const [id = 0] = await addBrokers(1)
    const bdm = await addBdm(app)
    const answer = await post('bdm', { selection: { filters: { regions: 'NSW' } }, bdmId: bdm })
    expect(answer.statusCode).toBe(400)
    expect(await fieldOf([id], 'bdmId')).toEqual([null])
  })

  // Covers: brokers-14
  test('counts once where the answer was lost and the request is repeated', async () => {
    const ids = await addBrokers(2)
    const bdm = await addBdm(app)
    const body = { selection: { ids }, bdmId: bdm }
    const once = () =>
      lender.send('POST', '/api/brokers/bulk-changes/bdm', body, { headers: { 'idempotency-key': 'k1' } })
    const first = await once()
    const second = await once()
    expect(second.json().id).toBe(first.json().id)
    expect((await lender.get('/api/brokers/bulk-changes')).json()).toHaveLength(1)
  })

  test('is for those who may change brokers', async () => {
    const ids = await addBrokers(1)
    for (const who of [viewer, compliance])
      expect((await post('bdm', { selection: { ids }, bdmId: null }, who)).statusCode).toBe(403)
  })
})

describe('a call basis for many brokers', () => {
  // Covers: brokers-15
  test('needs its source and a confirmation', async () => {
    const ids = await addBrokers(1)
    const answer = await post('call-basis', { selection: { ids }, callBasis: 'express' })
    expect([answer.statusCode, Object.keys(answer.json().fields).sort()]).toEqual([
      400,
      ['callBasisSource', 'confirmed'],
    ])
  })

  // Covers: brokers-15
  test('never ends an opt-out, and is undone to the source and the day', async () => {
    const ids = await addBrokers(3)
    const [optedOut = 0] = ids
    await asOwner(
      app.databaseUrl,
      `insert into suppressions (phone, source, reason) select phone, 'key', 'Opted out' from brokers where id = ${optedOut}`,
    )
    const before = await app.connection.db
      .selectFrom('brokers')
      .select(['callBasis', 'callBasisAt', 'callBasisSource'])
      .orderBy('id')
      .execute()
    const change = await changed('call-basis', {
      ...{ selection: { ids }, callBasis: 'express', callBasisSource: 'Expo in Perth' },
      ...{ callBasisAt: '2026-03-02', confirmed: true },
    })
    expect(change).toMatchObject({
      changed: 2,
      refused: [{ brokers: 1, reason: expect.stringContaining('Opted out') }],
    })
    expect(await fieldOf(ids, 'callBasis')).toEqual(['relationship', 'express', 'express'])
    const open = await app.connection.db
      .selectFrom('suppressions')
      .select('id')
      .where('endedAt', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
    const csv = await lender.get(`/api/brokers/bulk-changes/${change.id}/refused`)
    expect(csv.body).toContain(`${optedOut},Broker 1,`)
    await undo(change.id)
    const after = await app.connection.db
      .selectFrom('brokers')
      .select(['callBasis', 'callBasisAt', 'callBasisSource'])
      .orderBy('id')
      .execute()
    expect(after).toEqual(before)
  })
})

// Covers: brokers-15
test('numbers of many brokers are suppressed once each, and not undone in bulk', async () => {
  const ids = await addBrokers(3)
  await app.connection.db
    .updateTable('brokers')
    .set({ phone: null })
    .where('id', '=', ids[2] ?? 0)
    .execute()
  const body = { selection: { ids }, reason: 'Left the industry' }
  expect((await post('suppression', body, viewer)).statusCode).toBe(403)
  const change = await changed('suppression', body, compliance)
  expect(change).toMatchObject({
    changed: 2,
    undoable: false,
    refused: [{ brokers: 1, reason: 'No phone number is on record' }],
  })
  expect((await lender.get('/api/suppressions')).json()).toMatchObject([
    { reason: 'Left the industry', createdBy: expect.any(String) },
    {},
  ])
  expect(await changed('suppression', body, compliance)).toMatchObject({ changed: 0, unchanged: 2 })
  const undone = await lender.send('POST', `/api/brokers/bulk-changes/${change.id}/undo`)
  expect(undone.statusCode).toBe(422)
})

describe('an audience of brokers chosen by hand', () => {
  const audience = async (body: object) => {
    const answer = await lender.send('POST', '/api/audiences', body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const members = async (id: number) => (await lender.get(`/api/audiences/${id}/brokers`)).json().length

  // Covers: brokers-16
  test('takes brokers in and lets them go; undo leaves who was in it before', async () => {
    const ids = await addBrokers(3)
    const chosen = await audience({ name: 'Spring guests', rules: [], chosen: true })
    expect(await members(chosen.id)).toBe(0)
    const add = (some: number[]) => changed('audience', { selection: { ids: some }, audienceId: chosen.id })
    await add(ids.slice(0, 1))
    const more = await add(ids)
    expect(more).toMatchObject({ changed: 2, unchanged: 1, label: 'Add to audience: Spring guests' })
    expect(await members(chosen.id)).toBe(3)
    await undo(more.id)
    expect(await members(chosen.id)).toBe(1)
    await changed('audience', { selection: { ids }, audienceId: chosen.id, remove: true })
    expect(await members(chosen.id)).toBe(0)
    expect((await lender.send('DELETE', `/api/audiences/${chosen.id}`)).statusCode).toBe(200)
    expect(await app.connection.db.selectFrom('brokerLists').select('id').execute()).toEqual([])
  })

  // Covers: brokers-16
  test('is not one that goes by rules, nor one that is gone', async () => {
    const ids = await addBrokers(1)
    const ruled = await audience({
      name: 'Sydney',
      rules: [{ kind: 'region', regions: ['NSW'], not: false }],
    })
    for (const audienceId of [ruled.id, 2_000_000_000]) {
      const answer = await post('audience', { selection: { ids }, audienceId })
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['audienceId']])
    }
  })
})

// Covers: brokers-14
test('a change that meets an error says so, and what it did can be undone', async () => {
  const ids = await addBrokers(2)
  const bdm = await addBdm(app)
  const change = await changed('bdm', { selection: { ids }, bdmId: bdm })
  await app.connection.db
    .updateTable('runs')
    .set({ state: 'running', input: { label: 'Assign BDM', change: { kind: 'bdm', bdmId: 2_000_000_000 } } })
    .where('id', '=', change.id)
    .execute()
  await sql`update bulk_change_brokers set outcome = null where broker_id = ${ids[1]}`.execute(
    app.connection.db,
  )
  await continueRun(app.ctx(), bulkChangeRun, change.id)
  const failed = (await lender.get(`/api/brokers/bulk-changes/${change.id}`)).json()
  expect(failed).toMatchObject({
    status: 'failed',
    undoable: true,
    error: expect.stringContaining('stopped'),
  })
  await undo(change.id)
  expect(await fieldOf(ids.slice(0, 1), 'bdmId')).toEqual([null])
})
