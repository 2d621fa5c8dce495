import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signFormTime } from '#server/input/form-check.ts'
import { signBrokerKey } from '#server/modules/brokers/broker-key.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import {
  applicant,
  applicationForm,
  type FormFile,
  jpeg,
  pdf,
  pdfOf,
  png,
} from '#test/worlds/application-forms.ts'
import { visitor } from '#test/worlds/client.ts'

const MAX = 10_485_760
const certificate: FormFile = { name: 'piInsurance', bytes: pdf() }

let app: TestApp
let dataDir: string
let people = 0
/** A new person in each test, so that none applies twice. */
let person = applicant

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'accreditations-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  people += 1
  person = { ...applicant, email: `applicant.${people}@example.com` }
})

const post = (
  fields: object,
  files: readonly FormFile[] = [certificate],
  headers = {},
  url = '/api/accreditations',
) => {
  const form = applicationForm(fields as Record<string, string>, files, headers)
  return visitor(app).send('POST', url, undefined, form)
}
let reasons = 0
const submit = (files: readonly FormFile[]) => post(person, files)
const rows = async (table: 'applications' | 'vaultFiles'): Promise<number> =>
  (await app.connection.db.selectFrom(table).selectAll().execute()).length
const stored = async (): Promise<string[]> => (await readdir(join(dataDir, 'files'))).sort()

function expectRefusal(answer: LightMyRequestResponse, status: number, fields: Record<string, string>): void {
  expect([answer.statusCode, answer.json().fields], answer.body).toEqual([status, fields])
}

describe('a submission', () => {
  // Covers: accreditation-applications-1
  it('is taken with its files, receipt, timeline and instant of consent', async () => {
    const before = Date.now()
    const answer = await submit([certificate, { name: 'licenceCopy', bytes: png, filename: 'licence.png' }])
    expect(answer.statusCode, answer.body).toBe(201)
    const { id, ...submission } = answer.json()
    expect(submission).toMatchObject({ status: 'submitted', firstName: 'Mei', reason: null, resumeUrl: null })
    const { db } = app.connection
    const row = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ phoneE164: '+61491570156', source: 'web', brokerId: null, expiresAt: null })
    expect(row.acceptedTermsAt?.getTime()).toBeGreaterThanOrEqual(before)
    const files = await db
      .selectFrom('applicationFiles')
      .innerJoin('vaultFiles', 'vaultFiles.id', 'fileId')
      .select(['kind', 'mediaType', 'filename', 'bytes'])
      .where('applicationId', '=', id)
      .orderBy('kind')
      .execute()
    expect(files).toEqual([
      { kind: 'licenceCopy', mediaType: 'image/png', filename: 'licence.png', bytes: png.length },
      {
        kind: 'piInsurance',
        mediaType: 'application/pdf',
        filename: 'certificate.pdf',
        bytes: certificate.bytes.length,
      },
    ])
    const mails = await db.selectFrom('messages').selectAll().where('applicationId', '=', id).execute()
    expect(mails).toMatchObject([{ template: 'application_received', recipient: person.email }])
    expect(
      await db.selectFrom('activities').selectAll().where('type', '=', 'accreditation_submitted').execute(),
    ).toHaveLength(1)
  })

  // Covers: accreditation-applications-4
  it('takes JPEG under any name, and a JPEG that a phone has added to', async () => {
    const bytes = Buffer.concat([jpeg, randomBytes(5000)])
    expect((await submit([{ name: 'piInsurance', bytes, filename: 'scan' }])).statusCode).toBe(201)
  })

  // Covers: accreditation-applications-2
  it('names everything that is missing, at once', async () => {
    expectRefusal(await post({}, []), 400, {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Valid email is required',
      phone: 'Phone number is required',
      asicNumber: 'ASIC number is required',
      membership: 'Membership selection is required',
      company: 'Company name is required',
      acceptedTerms: 'You must accept the terms and conditions',
      piInsurance: 'Professional Indemnity Insurance certificate is required',
    })
  })

  // Covers: accreditation-applications-2
  it.each([
    [{ email: 'mei@' }, { email: 'Valid email is required' }],
    [{ membership: 'CBA' }, { membership: 'Membership selection is required' }],
    [{ acceptedTerms: 'false' }, { acceptedTerms: 'You must accept the terms and conditions' }],
    [{ firstName: '   ' }, { firstName: 'First name is required' }],
    [{ company: 'x'.repeat(100_000) }, { company: 'At most 200 characters' }],
  ])('with %j is refused', async (wrong, fields) => {
    expectRefusal(await post({ ...person, ...wrong }), 400, fields)
  })

  // Covers: accreditation-applications-2
  it('wants a number that exists', async () => {
    const answer = await post({ ...person, phone: 'call me' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.phone).toMatch(/^Enter a valid phone number/)
    expect((await post({ ...person, phone: '1300 975 707' })).statusCode).toBe(201)
  })

  // Covers: accreditation-applications-2
  it('keeps script in a field as text', async () => {
    const name = '<script>alert(1)</script>'
    const answer = await post({ ...person, firstName: name })
    expect(answer.json().firstName).toBe(name)
  })

  // Covers: accreditation-applications-2
  it('with a NUL character is told so, and leaves no file', async () => {
    const files = await stored()
    const answer = await post({ ...person, company: 'A\0B' })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
    expect(await stored()).toEqual(files)
  })

  // Covers: accreditation-applications-7
  it('that a program may have sent is kept, and says why to its reviewer', async () => {
    const openedAgo = (ms: number) =>
      signFormTime({ secret: app.ctx().providers.secret, now: new Date(app.ctx().now().getTime() - ms) })
    const slow = openedAgo(60_000)
    for (const [sent, reason] of [
      [{ formTime: slow, formCheck: 'Harbour Finance' }, 'a hidden field'],
      [{ formTime: openedAgo(0) }, 'within two seconds'],
      [{ formTime: 'x.y' }, 'did not come from the form'],
      [{}, 'did not come from the form'],
      [{ formTime: slow }, null],
    ] as const) {
      const email = `form.${reasons++}@example.com`
      const answer = await post({ ...person, email, ...sent })
      expect(answer.statusCode, answer.body).toBe(201)
      const event = await app.connection.db
        .selectFrom('applicationEvents')
        .innerJoin('applications', 'applications.id', 'applicationEvents.applicationId')
        .select(['applications.status', 'applications.reviewReason', 'applicationEvents.reason'])
        .where('applications.email', '=', email)
        .executeTakeFirst()
      const why = reason && expect.stringContaining(reason)
      expect(event).toEqual({ status: 'submitted', reviewReason: why, reason: why })
    }
  })

  // Covers: accreditation-applications-13, microsites-visits-11
  it('is attributed to the broker of its link, and to nobody where there is none', async () => {
    const { db } = app.connection
    const broker = await db
      .insertInto('brokers')
      .values({ name: 'Wei Li' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const own = signBrokerKey(app.ctx(), broker.id)
    let sent = 0
    const brokerOf = async (brokerId: string, brokerKey = own) => {
      sent += 1
      const email = `link-${sent}.${person.email}`
      const answer = await post({ ...person, email, brokerId, brokerKey })
      const row = await db
        .selectFrom('applications')
        .select('brokerId')
        .where('id', '=', answer.json().id)
        .executeTakeFirst()
      return row?.brokerId
    }
    expect(await brokerOf(String(broker.id))).toBe(broker.id)
    for (const altered of ['', `${own.slice(0, -2)}xx`, signBrokerKey(app.ctx(), broker.id + 1)])
      expect(await brokerOf(String(broker.id), altered)).toBeNull()
    for (const unknown of ['2000000000', 'abc', '-1', '']) expect(await brokerOf(unknown)).toBeNull()
    const told = await db.selectFrom('activities').select('type').where('brokerId', '=', broker.id).execute()
    expect(told).toEqual([{ type: 'accreditation_submitted' }])
  })

  // Covers: accreditation-applications-1
  it('must be multipart', async () => {
    const answer = await visitor(app).send('POST', '/api/accreditations', person)
    expect(answer.statusCode).toBe(415)
  })
})

describe('a file', () => {
  // Covers: accreditation-applications-3
  it('may have exactly 10,485,760 bytes', async () => {
    const answer = await submit([{ name: 'piInsurance', bytes: pdfOf(MAX) }])
    expect(answer.statusCode, answer.body).toBe(201)
    const file = await app.connection.db
      .selectFrom('vaultFiles')
      .select(['bytes', 'sha256'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(file.bytes).toBe(MAX)
  })

  const fake = Buffer.concat([Buffer.from('MZ\x90\0'), randomBytes(4000)])
  const html = Buffer.from('<html><script>alert(1)</script></html>')
  // Covers: accreditation-applications-3, accreditation-applications-4
  it.each<[string, Buffer, number, string, string?]>([
    ['one byte over', pdfOf(MAX + 1), 413, 'File size must be less than 10MB'],
    ['twice the size', pdfOf(2 * MAX), 413, 'File size must be less than 10MB'],
    ['empty', Buffer.alloc(0), 422, 'The file is empty. Choose another one.'],
    ['a program named .pdf', fake, 415, 'Only PDF, PNG, and JPEG files are allowed'],
    ['a page named .png', html, 415, 'Only PDF, PNG, and JPEG files are allowed', 'image/png'],
    ['a ZIP', Buffer.from('PK\x03\x04aaaa'), 415, 'Only PDF, PNG, and JPEG files are allowed'],
    ['one byte', Buffer.from('%'), 415, 'Only PDF, PNG, and JPEG files are allowed'],
    ['half a PDF', pdf().subarray(0, -12), 422, 'The file is damaged or incomplete. Choose another one.'],
    ['half a PNG', png.subarray(0, -12), 422, 'The file is damaged or incomplete. Choose another one.'],
    ['half a JPEG', jpeg.subarray(0, 60), 422, 'The file is damaged or incomplete. Choose another one.'],
    [
      'only a signature',
      Buffer.from('%PDF-1.7'),
      422,
      'The file is damaged or incomplete. Choose another one.',
    ],
  ])('that is %s is refused, and nothing of it stays', async (_name, bytes, status, message, type) => {
    const [files, kept, applications] = [await stored(), await rows('vaultFiles'), await rows('applications')]
    const form = { name: 'piInsurance', bytes, type: type ?? 'application/pdf' }
    const answer = await submit([form, { name: 'licenceCopy', bytes: png }])
    expectRefusal(answer, status, { piInsurance: message })
    expect([await stored(), await rows('vaultFiles'), await rows('applications')]).toEqual([
      files,
      kept,
      applications,
    ])
  })

  // Covers: accreditation-applications-4
  it('that was not chosen counts as none', async () => {
    const none = { name: 'licenceCopy', bytes: Buffer.alloc(0), filename: '' }
    expect((await submit([certificate, none])).statusCode).toBe(201)
    expectRefusal(await submit([{ ...none, name: 'piInsurance' }]), 400, {
      piInsurance: 'Professional Indemnity Insurance certificate is required',
    })
  })

  // Covers: accreditation-applications-4
  it('sent twice for one place is refused; one with a foreign name is left alone', async () => {
    expectRefusal(await submit([certificate, certificate]), 400, {
      piInsurance: 'Send one file here.',
    })
    expect((await submit([{ name: 'virus', bytes: pdf() }, certificate])).statusCode).toBe(201)
  })

  it('keeps a name that is safe to show', async () => {
    const filename = '../../etc/\u202Epasswd\u0007 PI 2026.pdf'
    await submit([{ ...certificate, filename }])
    const file = await app.connection.db
      .selectFrom('vaultFiles')
      .select('filename')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(file.filename).toBe('passwd PI 2026.pdf')
  })
})

describe('a form that does not arrive whole', () => {
  // Covers: accreditation-applications-6
  it('is told so when it is cut off, and leaves nothing', async () => {
    const files = await stored()
    const form = applicationForm(person, [{ ...certificate, bytes: pdfOf(300_000) }])
    const payload = (form.payload as Buffer).subarray(0, 200_000) // as made above
    const answer = await visitor(app).send('POST', '/api/accreditations', undefined, { ...form, payload })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The upload was incomplete. Send it again.',
    ])
    expect(await stored()).toEqual(files)
  })

  // Covers: accreditation-applications-6
  it('leaves nothing when the sender goes away in the middle', async () => {
    const [files, kept] = [await stored(), await rows('vaultFiles')]
    const address = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }))
    const form = applicationForm(person, [
      { name: 'licenceCopy', bytes: png },
      { ...certificate, bytes: pdfOf(2_000_000) },
    ])
    const payload = form.payload as Buffer // as made above
    const socket = connect(Number(address.port), address.hostname)
    await once(socket, 'connect')
    const head = Object.entries({ host: 'localhost', 'content-length': payload.length, ...form.headers })
    socket.write(
      `POST /api/accreditations HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
    socket.write(payload.subarray(0, 1_000_000))
    await until('part of it is written', async () => (await stored()).some((name) => name.endsWith('.part')))
    socket.destroy()
    await until(
      'it is gone again',
      async () => (await stored()).length === files.length && (await rows('vaultFiles')) === kept,
    )
    expect(await stored()).toEqual(files)
  })
})

describe('the same application twice', () => {
  // Covers: accreditation-applications-8
  it('is a conflict that says what to do, and mails the status link once a day', async () => {
    expect((await submit([certificate])).statusCode).toBe(201)
    const files = await stored()
    for (const email of [person.email, person.email.toUpperCase()]) {
      const answer = await post({ ...person, email, firstName: 'Other' })
      expect(answer.statusCode, answer.body).toBe(409)
      expect(answer.json().message).toBe(
        'We are already working on an application from this email address. We have emailed a link to its status page to that address.',
      )
      expect(answer.body).not.toMatch(/Mei|token|status\//)
    }
    expect(await stored()).toEqual(files)
    const mails = await app.connection.db
      .selectFrom('messages')
      .select('recipient')
      .where('recipient', '=', person.email)
      .execute()
    expect(mails).toHaveLength(2)
  })

  // Covers: accreditation-applications-8
  it('at once is taken once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit([certificate])))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const { rows: loose } = await sql<{
      loose: number
    }>`select count(*) as loose from vault_files where attached_at is null`.execute(app.connection.db)
    expect(loose[0]?.loose).toBe(0)
  })

  // Covers: accreditation-applications-8
  it('with the same Idempotency-Key gets the first answer again', async () => {
    const key = { 'idempotency-key': `key-${people}` }
    const first = await post(person, [certificate], key)
    const files = await stored()
    const again = await post(person, [certificate], key)
    expect([again.statusCode, again.json(), again.headers['idempotency-replayed']]).toEqual([
      201,
      first.json(),
      'true',
    ])
    const other = await post(person, [{ ...certificate, bytes: pdf('Another') }], key)
    expect(other.statusCode).toBe(409)
    expect(other.json().message).toContain('Idempotency-Key')
    expect(await stored()).toEqual(files)
  })
})

// Covers: vault-file-store-2
it('keeps nothing of a file in the clear, on disk or in the database', async () => {
  const marker = `MARKER-${randomBytes(12).toString('hex')}`
  const answer = await submit([{ ...certificate, bytes: pdf(marker) }])
  expect(answer.statusCode).toBe(201)
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    expect(bytes.includes(marker), entry.name).toBe(false)
  }
  const { rows: tables } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.connection.db)
  for (const { name } of tables) {
    const found = await sql`select from ${sql.table(name)} as t where t::text like ${`%${marker}%`}`.execute(
      app.connection.db,
    )
    expect(found.rows, name).toEqual([])
  }
})
