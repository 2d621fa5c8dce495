import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseBroker } from '#server/modules/brokers/erase-broker.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { type FormFile, pdf, pdfOf, png } from '#test/worlds/application-forms.ts'
import { addPortalBroker, type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { type FormPart, partsForm, portalBroker, uploadAs } from '#test/worlds/portal-brokers.ts'
import { createType, updateType } from './document-types.ts'
import { askForDocument } from './reviews/requests.ts'
import { claimDocument, decideDocument } from './reviews/review-document.ts'

const MAX = 10_485_760
const URL_ = '/api/broker/documents/upload'
const ASIC = 1
const AFCA = 3
const document: FormFile = { name: 'document', bytes: pdf() }

let app: TestApp
let dataDir: string
let broker: BrokerClient
let smallType: number
let retiredType: number

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'documents-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir } })
  const admin = await app.staff()
  const fields = {
    description: '',
    category: 'identity' as const,
    required: false,
    expires: false,
    validityMonths: null,
    reviewHint: '',
  }
  smallType = await createType(admin, { ...fields, name: 'Small', maxFileSize: 1_048_576 })
  retiredType = await createType(admin, { ...fields, name: 'Old', maxFileSize: MAX })
  await updateType(admin, retiredType, { retired: true })
  await newcomer()
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Signs in somebody who has uploaded nothing yet. */
async function newcomer(): Promise<void> {
  broker = await brokerClient(app)
}

const send = (parts: readonly FormPart[], headers = {}): Promise<LightMyRequestResponse> =>
  broker.send('POST', URL_, undefined, partsForm(parts, headers))
const upload = (typeId: number | string, file: FormFile = document, headers = {}) =>
  send([['documentTypeId', String(typeId)], file], headers)
const stored = async (): Promise<string[]> => (await readdir(join(dataDir, 'files'))).sort()
const count = async (table: 'documents' | 'vaultFiles' | 'activities'): Promise<number> =>
  (await app.connection.db.selectFrom(table).selectAll().execute()).length
/** The state that a refused upload must not change. */
const traces = async () => [
  await stored(),
  await count('documents'),
  await count('vaultFiles'),
  await count('activities'),
]

const versions = (documentTypeId: number) =>
  app.connection.db
    .selectFrom('documents')
    .select(['id', 'version', 'current', 'status'])
    .where('brokerId', '=', broker.brokerId)
    .where('documentTypeId', '=', documentTypeId)
    .orderBy('version')
    .execute()

describe('an upload', () => {
  // Covers: documents-accreditation-5
  it('waits for review as the first version, with history, audit, timeline and the job that makes its picture', async () => {
    await newcomer()
    const answer = await upload(ASIC, { ...document, filename: 'Licence 2026.pdf' })
    expect(answer.statusCode, answer.body).toBe(201)
    const { id, uploadedAt, ...shown } = answer.json()
    expect(Date.parse(uploadedAt)).toBeGreaterThan(Date.now() - 60_000)
    expect(shown).toEqual({
      originalFilename: 'Licence 2026.pdf',
      status: 'pending',
      thumbnailGenerated: false,
      thumbnailUrl: null,
      version: 1,
      bytes: document.bytes.length,
      reason: null,
      expiresOn: null,
      expired: false,
      askedNote: null,
    })
    const { db } = app.connection
    const told = async (
      table: 'documentEvents' | 'activities' | 'auditLog',
      column: string,
      value: unknown,
    ) =>
      (await sql<object>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(db))
        .rows
    expect(await told('documentEvents', 'documentId', id)).toMatchObject([
      { type: 'uploaded', actor: 'Petra Quill' },
    ])
    expect(await told('activities', 'brokerId', broker.brokerId)).toMatchObject([
      { type: 'document_uploaded', description: 'Uploaded: ASIC credit representative or licence evidence' },
    ])
    const audited = (await told('auditLog', 'actorId', broker.userId)) as { action: string }[]
    expect(audited.filter(({ action }) => action === 'document.uploaded')).toMatchObject([
      {
        actor: broker.email,
        subjectType: 'document',
        subjectId: String(id),
        after: { brokerId: broker.brokerId, version: 1, filename: 'Licence 2026.pdf' },
      },
    ])
    const jobs = await sql`select from graphile_worker._private_jobs j join graphile_worker._private_tasks t
      on t.id = j.task_id where t.identifier = 'documents.render' and (j.payload ->> 'documentId')::int = ${id}`.execute(
      db,
    )
    expect(jobs.rows).toHaveLength(1)
    const loose = await db.selectFrom('vaultFiles').select('id').where('attachedAt', 'is', null).execute()
    expect(loose).toEqual([])
  })

  // Covers: documents-accreditation-5
  it('comes after the former version, which stays with its verdict, and answers what was asked for', async () => {
    await newcomer()
    const reviewer = await app.staff('compliance')
    const first = (await upload(AFCA)).json().id
    await decideDocument(reviewer, first, { action: 'reject', seen: 'pending', reason: 'Pages are missing.' })
    await askForDocument(reviewer, broker.brokerId, { documentTypeId: AFCA, note: 'All pages, please.' })
    const entry = async () =>
      (await broker.get('/api/broker/documents'))
        .json<{ documentType: { id: number }; askedNote: string }[]>()
        .find(({ documentType }) => documentType.id === AFCA)
    expect(await entry()).toMatchObject({ askedNote: 'All pages, please.', document: { status: 'rejected' } })
    const second = (await upload(AFCA)).json()
    expect(second).toMatchObject({ version: 2, status: 'pending', askedNote: null })
    await claimDocument(reviewer, second.id)
    await upload(AFCA)
    expect(await versions(AFCA)).toMatchObject([
      { id: first, version: 1, current: false, status: 'rejected' },
      { id: second.id, version: 2, current: false, status: 'pending' },
      { version: 3, current: true, status: 'pending' },
    ])
    expect(await entry()).toMatchObject({ askedNote: null, document: { version: 3 } })
    // a superseded version has no claim and cannot be decided
    const row = await app.connection.db
      .selectFrom('documents')
      .select('claimedBy')
      .where('id', '=', second.id)
      .executeTakeFirst()
    expect(row?.claimedBy).toBeNull()
    await expect(
      decideDocument(reviewer, second.id, { action: 'approve', seen: 'pending', expiresOn: '2027-01-31' }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  it('may name its type after the file', async () => {
    await newcomer()
    const answer = await send([document, ['documentTypeId', String(AFCA)]])
    expect([answer.statusCode, answer.json().version]).toEqual([201, 1])
  })

  // Covers: documents-accreditation-7
  it.each([
    ['10,485,760 bytes', ASIC, MAX],
    ['as many bytes as a smaller type takes', 'small', 1_048_576],
  ])('may have exactly %s', async (_name, type, bytes) => {
    const answer = await upload(type === 'small' ? smallType : type, { ...document, bytes: pdfOf(bytes) })
    expect([answer.statusCode, answer.json().bytes], answer.body).toEqual([201, bytes])
  })

  // Covers: documents-accreditation-9
  it.each([
    ['with a path', '../../etc/\u202Epasswd\u0007 PI 2026.pdf', 'passwd PI 2026.pdf'],
    ['with a path of Windows', 'C:\\brokers\\licence.pdf', 'licence.pdf'],
    ['with 4,000 letters', `${'x'.repeat(4000)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['with umlauts', 'Bestätigung für Siobhán.pdf', 'Bestätigung für Siobhán.pdf'],
    ['as a script', '<script>alert(1)</script>.pdf', 'script>.pdf'],
  ])('named %s is kept under a name that is safe to show', async (_name, filename, kept) => {
    expect((await upload(ASIC, { ...document, filename })).json().originalFilename).toBe(kept)
  })

  // Covers: accreditation-applications-1
  it('must be multipart', async () => {
    const answer = await broker.send('POST', URL_, { documentTypeId: ASIC })
    expect(answer.statusCode).toBe(415)
  })
})

const chosen: FormPart = ['documentTypeId', String(ASIC)]
const zip = Buffer.from('PK\x03\x04aaaa')
const html = Buffer.from('<html><script>alert(1)</script></html>')
const SELECT = 'Please select a document type before uploading.'
const GONE = 'This document type does not exist. Choose another one.'
const ONLY_PDF = 'Only PDF files are allowed.'
const TOO_LARGE = 'File size must be less than 10MB.'
const DAMAGED = 'The file is damaged or incomplete. Choose another one.'
/** Replaces placeholders by the ids of types that the test has created. */
const named = (part: FormPart): FormPart =>
  Array.isArray(part)
    ? [part[0], part[1].replace('SMALL', String(smallType)).replace('RETIRED', String(retiredType))]
    : part

describe('an upload is refused, and leaves nothing,', () => {
  // Covers: documents-accreditation-7
  it.each<[string, FormPart[], number, Record<string, string>]>([
    ['without a type', [document], 400, { documentTypeId: SELECT }],
    ['with an empty type', [['documentTypeId', '  '], document], 400, { documentTypeId: SELECT }],
    ['without a type and without a PDF', [{ ...document, bytes: png }], 400, { documentTypeId: SELECT }],
    [
      'with a type that is not there',
      [['documentTypeId', '999999'], document],
      400,
      { documentTypeId: GONE },
    ],
    [
      'with a type that is no number',
      [['documentTypeId', "1'; --"], document],
      400,
      { documentTypeId: GONE },
    ],
    [
      'with a type beyond all numbers',
      [document, ['documentTypeId', '9'.repeat(40)]],
      400,
      { documentTypeId: GONE },
    ],
    [
      'with a retired type',
      [['documentTypeId', 'RETIRED'], document],
      400,
      { documentTypeId: 'This document type is no longer in use. Choose another one.' },
    ],
    ['without a file', [chosen], 400, { document: 'Choose a PDF file to upload.' }],
    [
      'with a file that was not chosen',
      [chosen, { ...document, filename: '' }],
      400,
      { document: 'Choose a PDF file to upload.' },
    ],
    [
      'with a file in another field',
      [chosen, { ...document, name: 'file' }],
      400,
      { document: 'Choose a PDF file to upload.' },
    ],
    ['with two files', [chosen, document, document], 400, { document: 'Send one file at a time.' }],
    ['with a picture named .pdf', [chosen, { ...document, bytes: png }], 415, { document: ONLY_PDF }],
    ['with a page named .pdf', [chosen, { ...document, bytes: html }], 415, { document: ONLY_PDF }],
    [
      'with a ZIP',
      [chosen, { ...document, bytes: zip, type: 'application/zip' }],
      415,
      { document: ONLY_PDF },
    ],
    ['with one byte over', [chosen, { ...document, bytes: pdfOf(MAX + 1) }], 413, { document: TOO_LARGE }],
    ['with twice the size', [{ ...document, bytes: pdfOf(2 * MAX) }, chosen], 413, { document: TOO_LARGE }],
    [
      'with more than its type takes',
      [['documentTypeId', 'SMALL'], { ...document, bytes: pdfOf(1_048_577) }],
      413,
      { document: 'File size must be less than 1MB.' },
    ],
    [
      'with more than the type takes that comes after it',
      [{ ...document, bytes: pdfOf(1_048_577) }, ['documentTypeId', 'SMALL']],
      413,
      { document: 'File size must be less than 1MB.' },
    ],
    [
      'with an empty file',
      [chosen, { ...document, bytes: Buffer.alloc(0) }],
      422,
      { document: 'The file is empty. Choose another one.' },
    ],
    ['with half a PDF', [chosen, { ...document, bytes: pdf().subarray(0, -12) }], 422, { document: DAMAGED }],
  ])('%s', async (_name, parts, status, fields) => {
    const before = await traces()
    const answer = await send(parts.map(named))
    const [message] = Object.values(fields)
    expect([answer.statusCode, answer.json().fields, answer.json().message], answer.body).toEqual([
      status,
      fields,
      message,
    ])
    expect(await traces()).toEqual(before)
  })

  // Covers: documents-accreditation-8
  it('when it is cut off; the former version stays', async () => {
    await newcomer()
    await upload(ASIC)
    const before = await traces()
    const form = partsForm([chosen, { ...document, bytes: pdfOf(300_000) }])
    const payload = (form.payload as Buffer).subarray(0, 200_000) // as made above
    const answer = await broker.send('POST', URL_, undefined, { ...form, payload })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The upload was incomplete. Send it again.',
    ])
    expect(await traces()).toEqual(before)
    expect(await versions(ASIC)).toMatchObject([{ version: 1, current: true }])
  })

  // Covers: documents-accreditation-8
  it('when its sender goes away in the middle; the former version stays', async () => {
    await newcomer()
    await upload(ASIC)
    const before = await traces()
    const address = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }))
    const form = partsForm([chosen, { ...document, bytes: pdfOf(2_000_000) }])
    const payload = form.payload as Buffer // as made above
    const socket = connect(Number(address.port), address.hostname)
    await once(socket, 'connect')
    const head = Object.entries({
      host: 'localhost',
      authorization: `Bearer ${broker.token}`,
      'content-length': payload.length,
      ...form.headers,
    })
    socket.write(
      `POST ${URL_} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
    socket.write(payload.subarray(0, 1_000_000))
    await until('part of it is written', async () => (await stored()).some((name) => name.endsWith('.part')))
    socket.destroy()
    await until('it is gone again', async () => JSON.stringify(await traces()) === JSON.stringify(before))
    expect(await versions(ASIC)).toMatchObject([{ version: 1, current: true }])
  })

  it('when the broker was deleted meanwhile', async () => {
    const gone = await portalBroker(app)
    await eraseBroker(await app.staff(), gone.brokerId)
    await expect(uploadAs(gone, ASIC)).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

describe('uploads at once', () => {
  // Covers: documents-accreditation-6
  it('of the same type become one version each, the last of them the current one', async () => {
    await newcomer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(ASIC)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
    const numbers = answers.map((answer) => answer.json().version as number)
    expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const rows = await versions(ASIC)
    expect(rows.map(({ current }) => current)).toEqual([...Array(7).fill(false), true])
  })

  // Covers: documents-accreditation-6
  it('of different types and brokers do not wait for each other for ever', async () => {
    await newcomer()
    const others = await Promise.all([portalBroker(app), portalBroker(app)])
    const types = [ASIC, 2, AFCA, 4, 5]
    await Promise.all([
      ...types.map((type) => upload(type)),
      ...others.flatMap((other) => types.map((type) => uploadAs(other, type))),
    ])
    const rows = await app.connection.db
      .selectFrom('documents')
      .select(['brokerId', 'documentTypeId'])
      .where('brokerId', 'in', [broker.brokerId, ...others.map(({ brokerId }) => brokerId)])
      .where('current', '=', true)
      .execute()
    expect(rows).toHaveLength(15)
  })
})

describe('the same Idempotency-Key', () => {
  // Covers: documents-accreditation-10
  it('gives the first answer again for the same document, and refuses another', async () => {
    await newcomer()
    const headers = { 'idempotency-key': 'upload-1' }
    const first = await upload(ASIC, document, headers)
    const before = await traces()
    const again = await upload(ASIC, document, headers)
    expect([again.statusCode, again.json(), again.headers['idempotency-replayed']]).toEqual([
      201,
      first.json(),
      'true',
    ])
    for (const other of [
      await upload(ASIC, { ...document, bytes: pdf('Another') }, headers),
      await upload(AFCA, document, headers),
    ]) {
      expect([other.statusCode, other.json().code]).toEqual([409, 'conflict'])
    }
    expect(await traces()).toEqual(before)
    expect(await versions(ASIC)).toHaveLength(1)
  })

  // Covers: documents-accreditation-10
  it('of another broker is another key, and one that was refused may be used again', async () => {
    await newcomer()
    const headers = { 'idempotency-key': 'upload-2' }
    expect((await upload(ASIC, { ...document, bytes: png }, headers)).statusCode).toBe(415)
    expect((await upload(ASIC, document, headers)).statusCode).toBe(201)
    broker = await brokerClient(app)
    const answer = await upload(AFCA, document, headers)
    expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([201, undefined])
  })
})

it('is for brokers only', async () => {
  await addPortalBroker(app)
  const form = partsForm([chosen, document])
  const before = await traces()
  const answer = await app.server.inject({ method: 'POST', url: URL_, ...form })
  expect(answer.statusCode).toBe(401)
  expect(await traces()).toEqual(before)
})
