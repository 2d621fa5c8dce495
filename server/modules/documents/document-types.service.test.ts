import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentTypeSetup } from '#contract/documents/document-types.ts'
import type { DocumentType } from '#contract/documents/documents.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { portalBroker, uploadAs } from '#test/worlds/portal-brokers.ts'

const fields = {
  name: 'Run-off cover',
  description: 'The certificate of your run-off cover.',
  category: 'licensing',
  required: false,
  maxFileSize: 2_097_152,
  expires: true,
  validityMonths: 12,
  reviewHint: 'At least 12 months.',
}

let app: TestApp
let admin: Client
let compliance: Client
let made = 0

beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())

function create(given: object = {}, client = admin) {
  made += 1
  return client.send('POST', '/api/document-types', { ...fields, name: `Run-off cover ${made}`, ...given })
}
const change = (id: number, given: object, client = admin) =>
  client.send('PATCH', `/api/document-types/${id}`, given)
const list = async (): Promise<DocumentTypeSetup[]> => (await admin.get('/api/document-types')).json()
const ids = async (): Promise<number[]> =>
  (await list()).filter(({ retiredAt }) => !retiredAt).map(({ id }) => id)
const asked = async (): Promise<number[]> =>
  (await visitor(app).get('/api/broker/document-types')).json<DocumentType[]>().map(({ id }) => id)
const audited = async (action: string, id: number) =>
  app.connection.db
    .selectFrom('auditLog')
    .select(['actor', 'before', 'after'])
    .where('action', '=', action)
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()

describe('document types', () => {
  // Covers: documents-accreditation-1
  it('are those of the trade at first: eight needed ones and three others, PDF of at most 10 MB', async () => {
    const types = await list()
    expect(types.map(({ name, category, required, expires }) => [name, category, required, expires])).toEqual(
      [
        ['ASIC credit representative or licence evidence', 'licensing', true, true],
        ['Professional indemnity certificate of currency', 'licensing', true, true],
        ['AFCA membership certificate', 'licensing', true, true],
        ['Association membership certificate', 'professional', true, true],
        ['Photo ID', 'identity', true, true],
        ['National police check', 'identity', true, true],
        ['Certificate IV or Diploma of Finance and Mortgage Broking', 'professional', true, false],
        ['CPD statement', 'professional', true, true],
        ['Credit and bankruptcy report', 'identity', false, false],
        ['Aggregator authorisation letter', 'professional', false, true],
        ['CV and references', 'professional', false, false],
      ],
    )
    expect(new Set(types.map(({ maxFileSize }) => maxFileSize))).toEqual(new Set([10_485_760]))
  })

  // Covers: documents-accreditation-2
  it('are shown to anybody as brokers are asked for them, without what only reviewers need', async () => {
    const [first] = (await visitor(app).get('/api/broker/document-types')).json<DocumentType[]>()
    expect(Object.keys(first ?? {}).sort()).toEqual([
      'category',
      'description',
      'id',
      'maxFileSize',
      'name',
      'required',
      'requiredFrom',
    ])
  })

  // Covers: documents-accreditation-3
  it('are added at the end, and asked for at once', async () => {
    const answer = await create({ name: '  Head group letter ' })
    expect(answer.statusCode, answer.body).toBe(201)
    const type = answer.json<DocumentTypeSetup>()
    const stored = { ...fields, requiredFrom: null, name: 'Head group letter' }
    expect(type).toEqual({ ...stored, id: type.id, retiredAt: null, documents: 0 })
    expect((await ids()).at(-1)).toBe(type.id)
    expect((await asked()).at(-1)).toBe(type.id)
    expect(await audited('document_type.created', type.id)).toMatchObject([
      {
        actor: 'admin.client@staff.example',
        before: null,
        after: { name: 'Head group letter', required: false },
      },
    ])
  })

  it('count their documents, all versions', async () => {
    const type = (await create()).json<DocumentTypeSetup>()
    const broker = await portalBroker(app)
    await uploadAs(broker, type.id)
    await uploadAs(broker, type.id)
    expect((await list()).find(({ id }) => id === type.id)?.documents).toBe(2)
  })

  // Covers: documents-accreditation-3
  it('change in what is given, and keep the rest', async () => {
    const { id } = (await create()).json<DocumentTypeSetup>()
    const answer = await change(id, { required: true, description: '' })
    expect(answer.json()).toMatchObject({
      required: true,
      description: '',
      category: 'licensing',
      validityMonths: 12,
    })
    expect((await change(id, { expires: false })).json()).toMatchObject({
      expires: false,
      validityMonths: null,
    })
    expect((await change(id, { required: false })).statusCode).toBe(200)
    expect(await audited('document_type.changed', id)).toMatchObject([
      { before: { required: false }, after: { required: true, description: '' } },
      { before: { expires: true, validityMonths: 12 }, after: { expires: false, validityMonths: null } },
      { before: { required: true }, after: { required: false } },
    ])
  })

  // Covers: documents-accreditation-3
  it('move to where they are put, the others around them', async () => {
    const before = await ids()
    const moved = before.at(-1) ?? 0
    await change(moved, { position: 2 })
    const [first, ...rest] = before.slice(0, -1)
    expect(await ids()).toEqual([first, moved, ...rest])
    expect(await asked()).toEqual([first, moved, ...rest])
    await change(moved, { position: 1000 })
    expect(await ids()).toEqual(before)
  })

  // Covers: documents-accreditation-3
  it('are retired and asked for again at the end; what was given of them stays', async () => {
    const { id } = (await create()).json<DocumentTypeSetup>()
    const broker = await portalBroker(app)
    const document = await uploadAs(broker, id)
    const others = (await ids()).filter((other) => other !== id)
    const retired = (await change(id, { retired: true })).json<DocumentTypeSetup>()
    expect(retired.retiredAt).not.toBeNull()
    expect([(await list()).at(-1)?.id, await ids(), await asked()]).toEqual([id, others, others])
    // retiring it again changes nothing
    expect((await change(id, { retired: true })).json().retiredAt).toBe(retired.retiredAt)
    const refused = await change(id, { position: 1 })
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { position: 'A retired type cannot be reordered. Restore it first.' },
    ])
    const row = await app.connection.db
      .selectFrom('documents')
      .select('status')
      .where('id', '=', document)
      .execute()
    expect(row).toEqual([{ status: 'pending' }])
    await change(id, { retired: false })
    expect(await ids()).toEqual([...others, id])
  })

  // Covers: documents-accreditation-3
  it('have names of their own while they are asked for', async () => {
    const { id, name } = (await create()).json<DocumentTypeSetup>()
    const taken = { name: 'Another document type has this name. Choose a different one.' }
    for (const answer of [
      await create({ name: name.toUpperCase() }),
      await change(id, { name: 'photo id' }),
    ]) {
      expect([answer.statusCode, answer.json().fields]).toEqual([409, taken])
    }
    await change(id, { retired: true })
    expect((await create({ name })).statusCode).toBe(201)
    const back = await change(id, { retired: false })
    expect([back.statusCode, back.json().fields]).toEqual([409, taken])
    // it can be restored under another name
    expect((await change(id, { retired: false, name: `${name}, old` })).statusCode).toBe(200)
  })

  // Covers: documents-accreditation-3
  it('added or moved by several at once keep one name and one place each', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'All at once' })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
    const all = await ids()
    await Promise.all(all.slice(0, 5).map((id, index) => change(id, { position: 6 - index })))
    const places = await app.connection.db
      .selectFrom('documentTypes')
      .select('position')
      .where('retiredAt', 'is', null)
      .orderBy('position')
      .execute()
    expect(places.map(({ position }) => position)).toEqual(all.map((_, index) => index + 1))
  })

  // Covers: documents-accreditation-3
  it.each([
    [{ name: '   ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(201) }, { name: 'At most 200 characters' }],
    [{ category: 'other' }, { category: 'Choose a category' }],
    [{ maxFileSize: 100 }, { maxFileSize: 'At least 0.1MB' }],
    [{ maxFileSize: 52_428_801 }, { maxFileSize: 'At most 50MB' }],
    [{ maxFileSize: 'ten' }, { maxFileSize: 'Enter a whole number' }],
    [{ validityMonths: 0 }, { validityMonths: 'At least 1' }],
    [{ validityMonths: 121 }, { validityMonths: 'At most 120' }],
  ])('with %j are refused, new and old', async (wrong, message) => {
    const before = await list()
    for (const answer of [await create(wrong), await change(2, wrong)]) {
      expect([answer.statusCode, answer.json().fields], answer.body).toEqual([400, message])
    }
    expect(await list()).toEqual(before)
  })

  // Covers: documents-accreditation-3
  it('are kept by admins only; all staff read them', async () => {
    for (const role of ['compliance', 'lender', 'viewer'] as const) {
      const client = await staffClient(app, role)
      expect((await client.get('/api/document-types')).statusCode).toBe(200)
      const answers = [await create({}, client), await change(1, { required: false }, client)]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403])
      expect(answers[0]?.json().message).toBe('Only admins may do this.')
    }
    expect((await change(2_000_000_000, { required: true })).statusCode).toBe(404)
  })
})

describe('reasons to reject', () => {
  const reasons = async (client = compliance): Promise<{ id: number; text: string }[]> =>
    (await client.get('/api/rejection-reasons')).json()
  const save = (texts: unknown, client = compliance) =>
    client.send('PUT', '/api/rejection-reasons', { texts })

  // Covers: documents-accreditation-4
  it('are saved as a list in its order; one that stays keeps its number', async () => {
    const before = await reasons()
    expect(before.length).toBeGreaterThan(3)
    const [first, second] = before.map(({ text }) => text)
    const answer = await save([second, '  The stamp is missing. ', first])
    expect(answer.json().map(({ text }: { text: string }) => text)).toEqual([
      second,
      'The stamp is missing.',
      first,
    ])
    expect((await reasons()).find(({ text }) => text === first)?.id).toBe(before[0]?.id)
    const { rows } = await sql<{ before: unknown; after: unknown }>`
      select before, after from audit_log where action = 'rejection_reasons.changed'`.execute(
      app.connection.db,
    )
    expect(rows).toEqual([
      {
        before: { texts: before.map(({ text }) => text) },
        after: { texts: [second, 'The stamp is missing.', first] },
      },
    ])
    expect((await save([])).json()).toEqual([])
    expect((await save(['One'])).json()).toMatchObject([{ text: 'One' }])
  })

  // Covers: documents-accreditation-4
  it('saved by two at once are the list of one of them', async () => {
    const lists = [
      ['A', 'B', 'C'],
      ['C', 'D', 'A'],
    ]
    const answers = await Promise.all(lists.map((texts) => save(texts)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(lists).toContainEqual((await reasons()).map(({ text }) => text))
  })

  it.each([
    [['A', '  '], 'Enter the reason'],
    [['A', 'A'], 'A reason is listed twice'],
    [['x'.repeat(501)], 'At most 500 characters'],
    [Array.from({ length: 51 }, (_, index) => `R${index}`), 'At most 50 reasons'],
  ])('that are not fit to be offered are refused (%#)', async (texts, message) => {
    const before = await reasons()
    const answer = await save(texts)
    expect([answer.statusCode, answer.json().message], answer.body).toEqual([400, message])
    expect(await reasons()).toEqual(before)
  })

  // Covers: documents-accreditation-4
  it('are for those who review', async () => {
    const lender = await staffClient(app, 'lender')
    const answers = [await lender.get('/api/rejection-reasons'), await save(['A'], lender)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403])
  })
})
