import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BrokerImport, MAX_IMPORT_BYTES } from '#contract/brokers/imports.ts'
import { NUMBER_SOURCE_UNFIT } from '#contract/brokers/number-source.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { createBus } from '#server/platform/bus.ts'
import { createCtx } from '#server/platform/ctx.ts'
import { resumeRuns } from '#server/platform/runs/runs.ts'
import type { DB } from '#server/schema.gen.ts'
import { connectMortal } from '#test/doubles/mortal-connection.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { runImport, runOfImport } from '#test/worlds/run-import.ts'
import { silence, waitingJobs } from '#test/worlds/runs-world.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

let app: TestApp
let lender: Client
let viewer: Client

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['calls', 'brokers', 'brokerImports', 'brokerImportChanges'] as const)
    await app.connection.db.deleteFrom(table).execute()
})

const HEADER = 'Full Name,Business Name,Phone (work),E-mail,State,ASIC / CRN,Association,Comments'
type Fields = Record<string, string>

async function upload(file: string | Buffer, fields: Fields = {}): Promise<BrokerImport> {
  const answer = await lender.send('POST', '/api/brokers/imports', undefined, uploadForm(file, { fields }))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const view = async (id: number): Promise<BrokerImport> =>
  (await viewer.get(`/api/brokers/imports/${id}`)).json()
async function finished(id: number, action: 'commit' | 'undo'): Promise<BrokerImport> {
  const answer = await lender.send('POST', `/api/brokers/imports/${id}/${action}`)
  expect(answer.statusCode, answer.body).toBe(200)
  await runImport(app.ctx(), id)
  return view(id)
}

async function brokerRows(): Promise<string[]> {
  const { rows } = await sql<{
    row: string
  }>`select to_jsonb(b)::text as row from brokers b order by id`.execute(app.connection.db)
  return rows.map(({ row }) => row)
}
const names = async () =>
  (await app.connection.db.selectFrom('brokers').select('name').orderBy('id').execute()).map(
    ({ name }) => name,
  )
const line = (n: number, rest = '') =>
  `Person ${n},Harbour Pty Ltd,02 5550 ${String(n).padStart(4, '0')},p${n}@example.com,nsw,${990_000 + n},mfaa,${rest}`
const file = (count: number) => [HEADER, ...Array.from({ length: count }, (_, n) => line(n))].join('\n')

describe('the preview', () => {
  // Covers: import-1
  test('guesses the columns, reads every row and says why a row is none', async () => {
    const rows = [
      HEADER,
      line(1, '"two\nlines"'),
      line(2),
      ',X,02 5550 0003,,NSW,,,',
      'No Phone,X,,,NSW,,,',
      'Short,X,12345,,NSW,,,',
      'Eight Digits,X,7010 0001,,Victoria,,,',
      'Nowhere,X,02 5550 0005,,XX,,,',
      'Bad Mail,X,02 5550 0006,jane@@example.com,N.S.W.,,,',
      'Person 1,Y,(02) 5550 0001,,NSW,,,',
      'Other,Y,02 5550 0009,P2@EXAMPLE.COM,NSW,,,',
      'Asic,Y,02 5550 0010,,NSW,990 001,,',
      '',
      'Colleague,Y,02 5550 0001,,NSW,,,',
    ].join('\r\n')
    const made = await upload(`\uFEFF${rows}`)
    expect(made).toMatchObject({
      status: 'preview',
      onExisting: 'skip',
      mapping: { name: 'Full Name', phone: 'Phone (work)', email: 'E-mail', asicNumber: 'ASIC / CRN' },
      counts: { rows: 12, accepted: 4, rejected: 8, existing: 0 },
      progress: { done: 0, total: 4 },
      result: null,
      createdBy: 'Test lender',
    })
    expect(made.sample[0]).toMatchObject({ 'Full Name': 'Person 1', Comments: 'two\nlines' })
    expect(made.problems.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [4, 'Full Name', 'Broker name is required'],
      [5, 'Phone (work)', 'Phone number is required'],
      [6, 'Phone (work)', expect.stringContaining('short service numbers')],
      [8, 'State', 'Not an Australian state or territory'],
      [9, 'E-mail', 'Valid email is required'],
      [10, 'Phone (work)', 'The same broker as row 2: same phone and name'],
      [11, 'E-mail', 'The same broker as row 3: same email'],
      [12, 'ASIC / CRN', 'The same broker as row 2: same ASIC number'],
    ])
    const rejects = (await viewer.get(`/api/brokers/imports/${made.id}/rejects`)).body.split('\r\n')
    expect(rejects).toHaveLength(10)
    expect(rejects[0]).toBe(`\uFEFF${HEADER},row,column,value,reason`)
    expect(rejects[4]).toBe('Nowhere,X,02 5550 0005,,XX,,,,8,State,XX,Not an Australian state or territory')
  })

  // Covers: import-3
  test('meets brokers that are there: by ASIC number, e-mail, or phone and name', async () => {
    await app.connection.db
      .insertInto('brokers')
      .values([
        { name: 'By Asic', asicNumber: '990-001', phone: '+61255501001' },
        { name: 'By Mail', email: 'P2@example.com', phone: '+61255501002' },
        { name: 'PERSON 3', phone: '+61255500003' },
        { name: 'Colleague', phone: '+61255500004' },
      ])
      .execute()
    const made = await upload([HEADER, line(1), line(2), line(3), line(4)].join('\n'))
    // the fourth row shares only its number with a broker
    expect(made.counts).toEqual({ rows: 4, accepted: 4, rejected: 0, existing: 3 })
  })

  // Covers: import-4
  test('meets a number that is padded otherwise, and nobody by a cell that holds none', async () => {
    await app.connection.db
      .insertInto('brokers')
      .values([
        { name: 'Padded', asicNumber: '000990777', phone: '+61255501001' },
        { name: 'Without', asicNumber: 'N/A', phone: '+61255501002' },
      ])
      .execute()
    const made = await upload(
      [
        HEADER,
        'Padded Anew,,02 5550 0001,,NSW,990777,,',
        'Somebody Else,,02 5550 0002,,NSW,n/a,,',
        'One More,,02 5550 0003,,NSW,N/A,,',
      ].join('\n'),
      { onExisting: 'overwrite' },
    )
    expect(made.counts).toEqual({ rows: 3, accepted: 3, rejected: 0, existing: 1 })
    const alike = await lender.get('/api/brokers/alike?asicNumber=0990777')
    expect(alike.json()).toMatchObject([{ name: 'Padded', same: ['asicNumber'] }])
    expect((await lender.get('/api/brokers/alike?asicNumber=n/a')).json()).toEqual([])
  })

  // Covers: import-3
  test('a row that meets two brokers, and one whose broker an earlier row meets, are rejected', async () => {
    await app.connection.db
      .insertInto('brokers')
      .values([
        { name: 'Ann', asicNumber: '990001', phone: '+61255501001', email: 'ann@example.com' },
        { name: 'Bob', email: 'bob@example.com', phone: '+61255501002' },
      ])
      .execute()
    const made = await upload(
      [
        HEADER,
        'Two,,02 5550 0001,bob@example.com,NSW,990001,,',
        'First,,02 5550 0002,ann@example.com,NSW,,,',
        'Ann,,02 5550 1001,,NSW,,,',
      ].join('\n'),
    )
    expect(made.problems).toEqual([
      {
        row: 2,
        column: 'E-mail',
        value: 'bob@example.com',
        reason: 'Matches different brokers: Ann (ASIC number) and Bob (email)',
      },
      {
        row: 4,
        column: 'Phone (work)',
        value: '+61255501001',
        reason: 'The same broker as row 3: both match Ann',
      },
    ])
    expect(made.counts).toEqual({ rows: 3, accepted: 1, rejected: 2, existing: 1 })
  })

  // Covers: import-7
  test('can be discarded with its rows until it starts', async () => {
    const [{ id }, started] = [await upload(file(2)), await upload(file(2))]
    const discard = (which: number, who = lender) => who.send('DELETE', `/api/brokers/imports/${which}`)
    expect((await discard(id, viewer)).statusCode).toBe(403)
    expect((await discard(id)).json()).toEqual({ discarded: true })
    expect((await discard(id)).statusCode).toBe(404)
    const rows = app.connection.db.selectFrom('brokerImportRows').select('row').where('importId', '=', id)
    expect(await rows.execute()).toEqual([])
    await finished(started.id, 'commit')
    const refused = await discard(started.id)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'This import is already finished.'])
    expect(await names()).toHaveLength(2)
  })

  // Covers: import-1
  test('can be mapped anew until it starts', async () => {
    const made = await upload(`A;B\nJane;0491 570 156\n`, { mapping: '{"name":"B","phone":"A"}' })
    expect(made.counts).toMatchObject({ accepted: 0, rejected: 1 })
    const url = `/api/brokers/imports/${made.id}`
    expect((await lender.send('POST', `${url}/commit`)).statusCode).toBe(422)
    const swapped = await lender.send('PATCH', url, {
      mapping: { name: 'A', phone: 'B' },
      onExisting: 'fill',
    })
    expect(swapped.json()).toMatchObject({ counts: { accepted: 1, rejected: 0 }, onExisting: 'fill' })
    const twice = await lender.send('PATCH', url, { mapping: { name: 'A', phone: 'A' } })
    expect(twice.json().fields['mapping.phone']).toContain('already chosen for Name')
    expect((await lender.send('PATCH', url, { mapping: { name: 'Z' } })).statusCode).toBe(400)
    expect((await lender.send('PATCH', url, { onExisting: 'eat' })).statusCode).toBe(400)
    await finished(made.id, 'commit')
    expect((await lender.send('PATCH', url, { onExisting: 'skip' })).statusCode).toBe(409)
  })
})

describe('what is refused', () => {
  test.each([
    ['an empty file', '', 'The file is empty.'],
    ['half a workbook', Buffer.from('504b030414000600', 'hex'), 'damaged or incomplete'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel workbook'],
    ['a binary', Buffer.from([0, 1, 2, 3, 255, 0, 7]), 'not a text file'],
    ['data without headers', 'Jane,0491 570 156,jane@example.com\n', 'must name the columns'],
    ['headers without rows', `${HEADER}\n`, 'headers but no rows'],
    ['the same header twice', 'Name,Phone,phone\nJane,1,2\n', 'appears twice, in columns 2 and 3'],
    ['a quote never closed', 'Name,Phone\nJane,1\n"Joe,2\nAnn,3\n', 'row 3 is never closed'],
  ])('%s', async (_name, bytes, message) => {
    const answer = await lender.send('POST', '/api/brokers/imports', undefined, uploadForm(bytes))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.file).toContain(message)
    expect((await viewer.get('/api/brokers/imports')).json()).toEqual([])
  })

  // Covers: import-11
  test('UTF-16 and Windows-1252 are read', async () => {
    const text = 'Name,Phone\nZoë,0491 570 156\n'
    for (const bytes of [Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from(text, 'latin1')]) {
      expect((await upload(bytes)).sample).toEqual([{ Name: 'Zoë', Phone: '0491 570 156' }])
    }
  })

  // Covers: import-11
  test('51 MB, no file, another content type, wrong choices', async () => {
    const large = Buffer.alloc(MAX_IMPORT_BYTES + 1024 * 1024, 'a,b\n')
    const answer = await lender.send('POST', '/api/brokers/imports', undefined, uploadForm(large))
    expect(answer.statusCode).toBe(413)
    expect(answer.json().message).toContain('larger than 50 MB')
    expect((await lender.send('POST', '/api/brokers/imports', { a: 1 })).statusCode).toBe(415)
    const wrong: Fields[] = [{ onExisting: 'eat' }, { mapping: 'nonsense' }, { mapping: '{"name":"Z"}' }]
    for (const fields of wrong) {
      const form = uploadForm(file(1), { fields })
      expect((await lender.send('POST', '/api/brokers/imports', undefined, form)).statusCode).toBe(400)
    }
  })

  test('other roles, foreign ids', async () => {
    const { id } = await upload(file(1))
    const post = (client: Client, url: string, form = {}) => client.send('POST', url, undefined, form)
    expect((await post(viewer, '/api/brokers/imports', uploadForm(file(1)))).statusCode).toBe(403)
    expect((await post(viewer, `/api/brokers/imports/${id}/commit`)).statusCode).toBe(403)
    expect((await post(viewer, `/api/brokers/imports/${id}/undo`)).statusCode).toBe(403)
    expect((await visitor(app).get(`/api/brokers/imports/${id}/rejects`)).statusCode).toBe(401)
    for (const path of ['999999', '999999/rejects'])
      expect((await viewer.get(`/api/brokers/imports/${path}`)).statusCode).toBe(404)
    expect((await post(lender, '/api/brokers/imports/999999/commit')).statusCode).toBe(404)
    expect((await post(lender, `/api/brokers/imports/${id}/undo`)).statusCode).toBe(409)
  })
})

describe('the import', () => {
  test('the same key and file import once', async () => {
    const send = (rows: number) =>
      lender.send(
        'POST',
        '/api/brokers/imports',
        undefined,
        uploadForm(file(rows), { headers: { 'idempotency-key': 'one' } }),
      )
    const first = await send(2)
    const again = await send(2)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    expect((await send(3)).statusCode).toBe(409)
  })

  // Covers: import-10
  test('starts once, however often it is pressed', async () => {
    const { id } = await upload(file(3))
    const answers = await Promise.all(
      [1, 2, 3].map(() => lender.send('POST', `/api/brokers/imports/${id}/commit`)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    await Promise.all([runImport(app.ctx(), id), runImport(app.ctx(), id)])
    expect(await names()).toEqual(['Person 0', 'Person 1', 'Person 2'])
    expect((await view(id)).result).toEqual({ created: 3, updated: 0, skipped: 0 })
  })

  // Covers: import-2
  test('stores zone, basis and membership', async () => {
    const { id } = await upload(file(1))
    const say = (numberSource: string) => lender.send('PATCH', `/api/brokers/imports/${id}`, { numberSource })
    const unfit = await say('brokers.csv')
    expect([unfit.statusCode, unfit.json().fields]).toEqual([400, { numberSource: NUMBER_SOURCE_UNFIT }])
    expect((await say('From the directory of your association.')).json()).toMatchObject({
      numberSource: 'the directory of your association',
    })
    await finished(id, 'commit')
    expect((await viewer.get('/api/brokers')).json()).toMatchObject([
      {
        phone: '+61255500000',
        region: 'NSW',
        timezone: 'Australia/Sydney',
        membership: 'MFAA',
        callBasis: 'relationship',
        callBasisSource: 'Import of brokers.csv',
        numberSource: 'the directory of your association',
      },
    ])
  })

  // Covers: import-10
  test('two imports of the same file at once add nobody twice', async () => {
    const [one, two] = [await upload(file(1500)), await upload(file(1500))]
    for (const { id } of [one, two]) await lender.send('POST', `/api/brokers/imports/${id}/commit`)
    await Promise.all([runImport(app.ctx(), one.id), runImport(app.ctx(), two.id)])
    const results = [(await view(one.id)).result, (await view(two.id)).result]
    expect((results[0]?.created ?? 0) + (results[1]?.created ?? 0)).toBe(1500)
    expect((results[0]?.skipped ?? 0) + (results[1]?.skipped ?? 0)).toBe(1500)
    expect(await names()).toHaveLength(1500)
  })

  test.each([
    ['skip', { company: null, email: 'old@example.com', membership: null }, 'skipped'],
    ['fill', { company: 'Harbour Pty Ltd', email: 'old@example.com', membership: 'MFAA' }, 'updated'],
    ['overwrite', { company: 'Harbour Pty Ltd', email: 'p0@example.com', membership: 'MFAA' }, 'updated'],
  ] as const)('%s', async (onExisting, after, counted) => {
    const old = { name: 'Old Name', asicNumber: '990000', phone: '+61255501000', email: 'old@example.com' }
    await app.connection.db.insertInto('brokers').values(old).execute()
    const before = await brokerRows()
    const { id } = await upload(file(1), { onExisting })
    const done = await finished(id, 'commit')
    expect(done.result).toEqual({ created: 0, updated: 0, skipped: 0, [counted]: 1 })
    expect((await viewer.get('/api/brokers')).json()).toMatchObject([after])
    await finished(id, 'undo')
    expect(await brokerRows()).toEqual(before)
  })
})

describe('the undo', () => {
  // Covers: import-9
  test('leaves the database as before, row by row', async () => {
    await finished((await upload(file(40))).id, 'commit')
    const before = await brokerRows()
    const rows = [HEADER, ...Array.from({ length: 1200 }, (_, n) => line(n).replace('Harbour', 'Wattle'))]
    const { id } = await upload(rows.join('\n'), { onExisting: 'overwrite' })
    const done = await finished(id, 'commit')
    expect(done.result).toEqual({ created: 1160, updated: 40, skipped: 0 })
    const undone = await finished(id, 'undo')
    expect(undone).toMatchObject({
      status: 'undone',
      progress: { done: 1200, total: 1200 },
      keptAfterUndo: [],
    })
    expect(await brokerRows()).toEqual(before)
    expect((await lender.send('POST', `/api/brokers/imports/${id}/undo`)).statusCode).toBe(409)
    expect((await lender.send('POST', `/api/brokers/imports/${id}/commit`)).statusCode).toBe(409)
  })

  // Covers: import-9
  test('leaves alone who was called or edited since, and says so', async () => {
    const { id } = await upload(file(4))
    await finished(id, 'commit')
    const ids = (await app.connection.db.selectFrom('brokers').select('id').orderBy('id').execute()).map(
      (row) => row.id,
    )
    const [called, edited] = ids
    const dial = { provider: 'simulator', simulated: true, toNumber: '+61255500000' }
    await app.connection.db
      .insertInto('calls')
      .values({ ...dial, brokerId: called })
      .execute()
    await lender.send('PATCH', `/api/brokers/${edited}`, { company: 'Edited' })
    await lender.send('DELETE', `/api/brokers/${ids[2]}`)
    const undone = await finished(id, 'undo')
    expect(undone.keptAfterUndo).toEqual([
      { brokerId: called, name: 'Person 0', reason: 'Called since the import' },
      { brokerId: edited, name: 'Person 1', reason: 'Edited since the import' },
    ])
    expect(await names()).toEqual(['Person 0', 'Person 1'])
  })

  test('leaves alone whose call was placed before the import and dialled after it', async () => {
    await finished((await upload(file(2))).id, 'commit')
    const { db } = app.connection
    const [called] = await db.selectFrom('brokers').select('id').orderBy('id').execute()
    const dial = { provider: 'simulator', simulated: true, toNumber: '+61255500000', brokerId: called?.id }
    const createdAt = new Date(Date.now() - 60_000)
    await db
      .insertInto('calls')
      .values({ ...dial, createdAt })
      .execute()
    const { id } = await upload(file(2).replaceAll('Harbour', 'Wattle'), { onExisting: 'overwrite' })
    await finished(id, 'commit')
    await db.updateTable('calls').set({ dispatchedAt: sql<Date>`clock_timestamp()` }).execute()
    const undone = await finished(id, 'undo')
    expect(undone.keptAfterUndo).toEqual([
      { brokerId: called?.id, name: 'Person 0', reason: 'Called since the import' },
    ])
  })

  test('restores who is met in two batches of one list, which overwrites them once', async () => {
    await finished((await upload(file(1))).id, 'commit')
    const rows = [
      'Name,Company,Phone,Email',
      'Person 0,First Pty Ltd,02 5550 0000,',
      ...Array.from({ length: 1100 }, (_, n) => `Other ${n},Wattle,02 5551 ${String(n).padStart(4, '0')},`),
      'Person 0,Second Pty Ltd,02 5552 0000,later@example.com',
    ]
    const { id } = await upload(rows.join('\n'), { onExisting: 'overwrite' })
    // since the preview the last row has become the same broker's too
    await app.connection.db.updateTable('brokers').set({ email: 'later@example.com' }).execute()
    const before = await brokerRows()
    expect(await finished(id, 'commit')).toMatchObject({
      status: 'imported',
      result: { created: 1100, updated: 1 },
    })
    const [met] = await app.connection.db.selectFrom('brokers').select('company').orderBy('id').execute()
    expect(met?.company).toBe('First Pty Ltd')
    await finished(id, 'undo')
    expect(await brokerRows()).toEqual(before)
  })
})

describe('a process that dies', () => {
  /** Runs an import as a process that is killed at a given statement. */
  async function dying(importId: number, statement: number): Promise<void> {
    const { db, close } = connectMortal<DB>(app.databaseUrl, { statement, when: 'after' })
    const mortal = createCtx<DB, AppEvents, Ctx['providers'], never>({
      db,
      now: () => new Date(),
      actor: { kind: 'system', name: 'test' },
      requestId: 'test',
      log: app.ctx().log,
      providers: app.providers,
      bus: createBus<AppEvents, Ctx>([]),
    }) as unknown as Ctx // the system actor has no role
    await runImport(mortal, importId).catch(() => undefined)
    await close()
  }

  // Covers: import-10
  test('is followed by one that goes on where it stopped, importing and undoing', async () => {
    const before = await brokerRows()
    const { id } = await upload(file(2500))
    await lender.send('POST', `/api/brokers/imports/${id}/commit`)
    for (const statement of [3, 9, 17]) await dying(id, statement)
    const halfway = await view(id)
    expect(halfway.status).toBe('importing')
    expect(halfway.progress.done).toBeGreaterThan(0)
    expect(halfway.progress.done).toBeLessThan(2500)
    expect(await names()).toHaveLength(halfway.progress.done)
    await runImport(app.ctx(), id)
    expect((await view(id)).result).toEqual({ created: 2500, updated: 0, skipped: 0 })
    await lender.send('POST', `/api/brokers/imports/${id}/undo`)
    for (const statement of [4, 18]) await dying(id, statement)
    expect((await view(id)).status).toBe('undoing')
    await runImport(app.ctx(), id)
    expect(await brokerRows()).toEqual(before)
  })

  test('its import is taken up again', async () => {
    const { id } = await upload(file(1))
    await lender.send('POST', `/api/brokers/imports/${id}/commit`)
    const runId = await runOfImport(app.ctx(), id)
    await sql`delete from graphile_worker._private_jobs`.execute(app.connection.db)
    await resumeRuns(app.ctx())
    expect(await waitingJobs(app.ctx(), 'brokers.run-import')).toBe(0)
    await silence(app.ctx(), runId, 120)
    await resumeRuns(app.ctx())
    expect(await waitingJobs(app.ctx(), 'brokers.run-import')).toBe(1)
  })

  test('an error that is no kill is said, and the import can go on', async () => {
    const { id } = await upload(file(2))
    await lender.send('POST', `/api/brokers/imports/${id}/commit`)
    await asOwner(app.databaseUrl, `alter table brokers add constraint broken check (name <> 'Person 1')`)
    await runImport(app.ctx(), id)
    await asOwner(app.databaseUrl, 'alter table brokers drop constraint broken')
    expect(await view(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('continue where it stopped'),
    })
    expect((await finished(id, 'commit')).result).toEqual({ created: 2, updated: 0, skipped: 0 })
  })
})
