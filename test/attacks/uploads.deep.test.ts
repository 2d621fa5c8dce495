import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { endpoints } from '#server/endpoints.ts'
import { nameOf } from '../surface/every-endpoint.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { applicant, type FormFile, pdf, png } from '../worlds/application-forms.ts'
import { brokerClient } from '../worlds/broker-client.ts'
import { type Client, staffClient, visitor } from '../worlds/client.ts'
import { type FormPart, partsForm } from '../worlds/portal-brokers.ts'

let app: TestApp
let draft: string
const senders = new Map<string, Client>()

beforeAll(async () => {
  app = await createTestApp()
  senders.set('public', visitor(app)).set('broker', await brokerClient(app))
  const fields = Object.entries(applicant)
  const begun = await visitor(app).send('POST', '/api/accreditations/drafts', undefined, partsForm(fields))
  draft = begun.json<{ token: string }>().token
  senders.set('staff', await staffClient(app, 'admin'))
})
afterAll(() => app?.close())

/** The field in which each upload has its file; a new one has to be added here. */
const forms: Record<string, { field: string; others: FormPart[]; documents: boolean }> = {
  'POST /api/accreditations/drafts': {
    field: 'piInsurance',
    others: Object.entries(applicant),
    documents: true,
  },
  'PUT /api/accreditations/drafts/:token': {
    field: 'licenceCopy',
    others: Object.entries(applicant),
    documents: true,
  },
  'POST /api/accreditations': { field: 'piInsurance', others: Object.entries(applicant), documents: true },
  'POST /api/brand/logo': { field: 'logo', others: [], documents: false },
  'POST /api/broker/documents/upload': {
    field: 'document',
    others: [['documentTypeId', '1']],
    documents: true,
  },
  'POST /api/brokers/imports': { field: 'file', others: [], documents: false },
  'POST /api/scoring/imports': { field: 'file', others: [], documents: false },
  'POST /api/surveillance/registers/:register': { field: 'file', others: [], documents: false },
  'POST /api/suppressions/wash': { field: 'file', others: [], documents: false },
}
const uploads = endpoints.filter(({ multipart }) => multipart)

const names = [
  ...[
    'x.hta',
    'statement.html',
    'setup.exe',
    'certificate.pdf.exe',
    'run.bat',
    'a.svg',
    'shell.php',
    '.htaccess',
  ],
  ...[
    '../../../../etc/cron.d/x',
    'C:\\Windows\\start.cmd',
    '..\\..\\x.lnk',
    '/etc/passwd',
    'con',
    'a/b/../c.js',
  ],
  ...['\u202Efdp.exe', 'a\u0000.exe', 'pdf', '.pdf.', 'x.pdf ', 'x'.repeat(300), '%2e%2e%2fx.jar'],
]
const html = Buffer.from('<html><script>alert(1)</script></html>')
/** Contents that are no document, under the name and type of one. */
const contents: [string, Buffer][] = [
  ['a program of Windows', Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(600)])],
  ['a program of Linux', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(600)])],
  ['a page', html],
  [
    'a drawing with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['a ZIP', Buffer.from('PK\x03\x04\x14\x00\x00\x00\x08\x00aaaaaaaa')],
  ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
  ['a page before a PDF', Buffer.concat([html, pdf()])],
  ['a PDF that is cut off', pdf().subarray(0, 200)],
  ['nothing', Buffer.alloc(0)],
]

function upload(endpoint: Endpoint, file: Omit<FormFile, 'name'>): Promise<LightMyRequestResponse> {
  const { field, others } = forms[nameOf(endpoint)] ?? { field: 'file', others: [] }
  const client = senders.get(endpoint.access) ?? senders.get('staff') ?? visitor(app)
  const form: InjectOptions = partsForm([...others, { name: field, ...file }])
  return client.send(endpoint.method as 'POST', endpoint.path.replace(':token', draft), undefined, form)
}

const stored = async (): Promise<{ id: number; filename: string; mediaType: string }[]> => {
  const { rows } = await sql<{ id: number; filename: string; mediaType: string }>`
    select id, filename, media_type from vault_files order by id`.execute(app.connection.db)
  return rows
}

describe('an upload', () => {
  // Covers: roles-audit-5
  it('is known of every endpoint that takes one', () => {
    expect(uploads.map(nameOf).sort()).toEqual(Object.keys(forms).sort())
  })

  const documents = uploads.filter((endpoint) => forms[nameOf(endpoint)]?.documents)
  // Covers: roles-audit-5
  it.each(
    documents.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })),
  )('$name keeps a PDF under a name that opens as one, whatever it was called', async ({ endpoint }) => {
    const before = (await stored()).at(-1)?.id ?? 0
    for (const filename of names) {
      const answer = await upload(endpoint, { filename, bytes: pdf(), type: 'text/html' })
      expect([200, 201, 400, 409], `${filename}: ${answer.body}`).toContain(answer.statusCode)
    }
    const kept = (await stored()).filter(({ id }) => id > before)
    expect(kept.length).toBeGreaterThan(0)
    for (const { filename, mediaType } of kept) {
      expect(mediaType).toBe('application/pdf')
      expect(filename).toMatch(/^[^/\\\p{C}]{1,196}\.pdf$/u)
    }
  })

  // Covers: roles-audit-5
  it.each(
    documents.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })),
  )('$name takes no other content under the name of a PDF', async ({ endpoint }) => {
    const before = await stored()
    for (const [what, bytes] of contents) {
      const answer = await upload(endpoint, { filename: 'certificate.pdf', bytes, type: 'application/pdf' })
      expect([400, 413, 415, 422], `${what}: ${answer.body}`).toContain(answer.statusCode)
      errorBody.parse(answer.json())
    }
    expect(await stored()).toEqual(before)
  })

  const lists = uploads.filter((endpoint) => !forms[nameOf(endpoint)]?.documents)
  // Covers: roles-audit-5
  it.each(
    lists.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })),
  )('$name never breaks, and keeps no path', async ({ endpoint }) => {
    for (const [what, bytes] of [...contents, ['a picture', png] as const]) {
      const answer = await upload(endpoint, { filename: 'list.csv', bytes, type: 'text/csv' })
      expect(answer.statusCode, `${what}: ${answer.body}`).toBeLessThan(500)
    }
    for (const filename of names) {
      const bytes = Buffer.from('Name,Phone\nBo Lind,0491 570 110\n')
      const answer = await upload(endpoint, { filename, bytes, type: 'text/csv' })
      expect(answer.statusCode, `${filename}: ${answer.body}`).toBeLessThan(500)
    }
    const { rows } = await sql<{ filename: string }>`select filename from broker_imports`.execute(
      app.connection.db,
    )
    for (const { filename } of rows) expect(filename).toMatch(/^[^/\\\p{C}]+$/u)
  })
})
