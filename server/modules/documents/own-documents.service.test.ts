import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentEntry } from '#contract/documents/documents.ts'
import type { Ctx } from '#server/ctx.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { pdf } from '#test/worlds/application-forms.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'
import { type PortalBroker, portalBroker, uploadAs } from '#test/worlds/portal-brokers.ts'
import { updateType } from './document-types.ts'
import { viewOwnDocuments } from './own-documents.views.ts'
import { decideDocument } from './reviews/review-document.ts'
import { viewAccreditation } from './views.ts'

const ASIC = 1
const PI = 2
const DIPLOMA = 7
const CV = 11

let app: TestApp
let now = new Date('2026-11-24T10:00:00+11:00')
let reviewer: Ctx
let broker: BrokerClient
let same: PortalBroker

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  reviewer = await app.staff('compliance')
  broker = await brokerClient(app, { name: 'Arjun Patel' })
  const { brokerId, userId, email } = broker
  const name = 'Arjun Patel'
  const ctx = app.ctx({ kind: 'broker', brokerId, userId, sessionId: 1, name, email, ip: null })
  same = { ctx, brokerId, userId, name, email }
})
afterAll(() => app?.close())

const approve = (id: number, expiresOn: string | null) =>
  decideDocument(reviewer, id, { action: 'approve', seen: 'pending', expiresOn })
const reject = (id: number, reason = 'Pages are missing.') =>
  decideDocument(reviewer, id, { action: 'reject', seen: 'pending', reason })
const entryOf = async ({ ctx }: PortalBroker, typeId: number): Promise<DocumentEntry | undefined> =>
  (await viewOwnDocuments(ctx)).find(({ documentType }) => documentType.id === typeId)

describe('the own documents', () => {
  // Covers: documents-accreditation-11
  it('are every type in its order, with the newest version or nothing', async () => {
    const id = await uploadAs(same, PI, { filename: 'PI 2026.pdf' })
    const entries = (await broker.get('/api/broker/documents')).json<DocumentEntry[]>()
    expect(entries.map(({ documentType }) => documentType.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(entries.filter(({ document }) => document).map(({ document }) => document?.id)).toEqual([id])
    expect(entries[1]).toEqual({
      documentType: {
        id: PI,
        name: 'Professional indemnity certificate of currency',
        description: expect.stringContaining('certificate'),
        category: 'licensing',
        required: true,
        requiredFrom: null,
        maxFileSize: 10_485_760,
      },
      document: {
        id,
        originalFilename: 'PI 2026.pdf',
        status: 'pending',
        uploadedAt: now.toISOString(),
        thumbnailGenerated: false,
        thumbnailUrl: null,
        version: 1,
        bytes: pdf().length,
        reason: null,
        expiresOn: null,
        expired: false,
        askedNote: null,
      },
      askedNote: null,
      fulfilled: false,
    })
  })

  // Covers: documents-accreditation-11
  it('are nobody else’s', async () => {
    const other = await brokerClient(app)
    await uploadAs(same, ASIC)
    const entries = (await other.get('/api/broker/documents')).json<DocumentEntry[]>()
    expect(entries.filter(({ document }) => document)).toEqual([])
  })

  // Covers: documents-accreditation-14
  it('show the reviewer’s reason, and say that an approved version goes on counting beside it', async () => {
    const person = await portalBroker(app)
    await approve(await uploadAs(person, PI), '2026-12-31')
    expect(await entryOf(person, PI)).toMatchObject({
      fulfilled: true,
      document: { status: 'approved', expiresOn: '2026-12-31' },
    })
    const renewal = await uploadAs(person, PI)
    expect(await entryOf(person, PI)).toMatchObject({
      fulfilled: true,
      document: { version: 2, status: 'pending' },
    })
    await reject(renewal, 'The name differs.')
    expect(await entryOf(person, PI)).toMatchObject({
      fulfilled: true,
      document: { status: 'rejected', reason: 'The name differs.', expiresOn: null, expired: false },
    })
  })

  // Covers: documents-accreditation-14
  it.each([
    ['in summer', '2027-01-31', '2027-01-31T23:59:59+11:00', '2027-02-01T00:00:00+11:00'],
    ['in winter', '2027-07-31', '2027-07-31T23:59:59+10:00', '2027-08-01T00:00:00+10:00'],
    [
      'on the day when the clocks go back',
      '2027-04-04',
      '2027-04-04T23:59:59+10:00',
      '2027-04-05T00:00:00+10:00',
    ],
  ])('count through their last day in Sydney, %s', async (_name, lastDay, last, next) => {
    const before = now
    const person = await portalBroker(app)
    try {
      await approve(await uploadAs(person, PI), lastDay)
      now = new Date(last)
      expect(await entryOf(person, PI)).toMatchObject({ fulfilled: true, document: { expired: false } })
      now = new Date(next)
      expect(await entryOf(person, PI)).toMatchObject({
        fulfilled: false,
        document: { expired: true, status: 'approved', expiresOn: lastDay },
      })
      expect(await viewAccreditation(app.ctx(), person.brokerId)).toMatchObject({ approved: 0, fulfilled: 0 })
    } finally {
      now = before
    }
  })

  // Covers: documents-accreditation-11
  it('of a type that is no longer asked for stay, behind the others, and are needed no more', async () => {
    const admin = await app.staff()
    const person = await portalBroker(app)
    const other = await portalBroker(app)
    await uploadAs(person, ASIC)
    await updateType(admin, ASIC, { retired: true })
    try {
      const entries = await viewOwnDocuments(person.ctx)
      expect(entries.at(-1)).toMatchObject({
        documentType: { id: ASIC, required: false },
        document: { version: 1 },
      })
      const types = (await viewOwnDocuments(other.ctx)).map(({ documentType }) => documentType.id)
      expect(types).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
      const asked = (await visitor(app).get('/api/broker/document-types')).json<{ id: number }[]>()
      expect(asked.map(({ id }) => id)).toEqual(types)
    } finally {
      await updateType(admin, ASIC, { retired: false, position: 1 })
    }
  })
})

describe('the own accreditation', () => {
  // Covers: documents-accreditation-13
  it('starts at nought, and follows the documents', async () => {
    const person = await portalBroker(app)
    const figures = () => viewAccreditation(app.ctx(), person.brokerId)
    expect(await figures()).toEqual({
      status: 'in_progress',
      since: null,
      percent: 0,
      required: 8,
      fulfilled: 0,
      remaining: 8,
      pending: 0,
      approved: 0,
      rejected: 0,
    })
    await uploadAs(person, ASIC)
    await approve(await uploadAs(person, DIPLOMA), null)
    await reject(await uploadAs(person, PI))
    // not needed: counted among the approved, not in percent
    await approve(await uploadAs(person, CV), null)
    expect(await figures()).toMatchObject({
      percent: 13,
      fulfilled: 1,
      remaining: 7,
      pending: 1,
      approved: 2,
      rejected: 1,
      since: now.toISOString(),
    })
  })

  it('is told to the broker', async () => {
    const answer = await broker.get('/api/broker/accreditation')
    expect(answer.json()).toMatchObject({ status: 'in_progress', required: 8, pending: 2 })
  })
})

describe('a download', () => {
  // Covers: documents-accreditation-12
  it('is the file byte for byte under its own name, never kept by others, and in the access log', async () => {
    const bytes = pdf('Policy 4711')
    const id = await uploadAs(same, PI, { bytes, filename: 'Bestätigung "PI"; 2026.pdf' })
    const answer = await broker.get(`/api/broker/documents/${id}/download`)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Bestatigung _PI__ 2026.pdf"; filename*=UTF-8''Best%C3%A4tigung%20%22PI%22%3B%202026.pdf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    const rows = await app.connection.db
      .selectFrom('auditLog')
      .select(['actor', 'action', 'after', 'ip'])
      .where('action', '=', 'document.downloaded')
      .where('subjectId', '=', String(id))
      .execute()
    expect(rows).toMatchObject([
      {
        actor: broker.email,
        after: {
          brokerId: broker.brokerId,
          typeName: 'Professional indemnity certificate of currency',
          filename: 'Bestätigung "PI"; 2026.pdf',
        },
      },
    ])
    expect(rows[0]?.ip).not.toBeNull()
  })

  // Covers: documents-accreditation-12
  it('of an older version gives that version; all are listed with what was said about them', async () => {
    const person = { ...same }
    const first = await uploadAs(person, DIPLOMA, { bytes: pdf('First'), filename: 'first.pdf' })
    await reject(first, 'Not readable.')
    const second = await uploadAs(person, DIPLOMA, { bytes: pdf('Second'), filename: 'second.pdf' })
    await approve(second, null)
    const old = await broker.get(`/api/broker/documents/${first}/download`)
    expect(old.rawPayload.equals(pdf('First'))).toBe(true)
    for (const id of [first, second]) {
      const listed = (await broker.get(`/api/broker/documents/${id}/versions`)).json()
      expect(listed).toMatchObject([
        { id: second, version: 2, originalFilename: 'second.pdf', status: 'approved', reason: null },
        { id: first, version: 1, originalFilename: 'first.pdf', status: 'rejected', reason: 'Not readable.' },
      ])
    }
  })

  // Covers: documents-accreditation-12
  it('or the versions of somebody else’s document are not there; staff and strangers are not let in', async () => {
    const id = await uploadAs(same, PI)
    const [stranger, admin] = [await brokerClient(app), await staffClient(app, 'admin')]
    for (const path of ['download', 'versions']) {
      const url = `/api/broker/documents/${id}/${path}`
      const answers = await Promise.all([stranger, visitor(app), admin].map((client) => client.get(url)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 401, 401])
      expect(
        (await stranger.get(url.replace(String(id), '2000000000'))).body.replace(/"requestId":"[^"]+"/, ''),
      ).toBe(answers[0]?.body.replace(/"requestId":"[^"]+"/, ''))
    }
  })

  it('of a file that is gone from the store says so, and tells nobody that it was downloaded', async () => {
    const id = await uploadAs(same, CV)
    const { rows } = await sql<{ name: string }>`
      select storage_name as name from vault_files v join documents d on d.file_id = v.id where d.id = ${id}`.execute(
      app.connection.db,
    )
    await app.providers.files.remove(rows[0]?.name ?? '')
    const answer = await broker.get(`/api/broker/documents/${id}/download`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'This file cannot be opened right now. Try again later.',
    ])
    const told = await app.connection.db
      .selectFrom('auditLog')
      .select('id')
      .where('subjectId', '=', String(id))
      .where('action', '=', 'document.downloaded')
      .execute()
    expect(told).toEqual([])
  })
})
