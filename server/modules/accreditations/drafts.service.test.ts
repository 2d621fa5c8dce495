import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Draft, draftVersion } from '#contract/accreditations/accreditations.ts'
import { ownPath } from '#server/modules/brokers/broker-key.ts'
import { removeExpired } from '#server/modules/system/retention/remove-expired.ts'
import { cleanVault } from '#server/modules/vault/destruction.ts'
import { storeFile } from '#server/modules/vault/vault-files.ts'
import { signToken } from '#server/platform/crypto/token.ts'
import { waitForLocks } from '#test/lock-waits.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { applicant, applicationForm, type FormFile, pdf, png } from '#test/worlds/application-forms.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'

const DAY_MS = 86_400_000
const START = new Date('2026-11-24T01:00:00Z')
const certificate: FormFile = { name: 'piInsurance', bytes: pdf(), filename: 'pi 2026.pdf' }
const licence: FormFile = { name: 'licenceCopy', bytes: png, filename: 'licence.png' }

let app: TestApp
let dataDir: string
let now = START
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drafts-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir }, now: () => now })
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

let people = 0
const newEmail = (): string => `draft.${++people}@example.com`
const stored = async (): Promise<string[]> => (await readdir(join(dataDir, 'files'))).sort()

const send = (
  method: 'POST' | 'PUT',
  url: string,
  fields: Record<string, string>,
  files: FormFile[] = [],
): Promise<LightMyRequestResponse> =>
  visitor(app).send(method, url, undefined, applicationForm(fields, files))

async function begin(fields: Record<string, string>, files: FormFile[] = []): Promise<Draft> {
  const answer = await send('POST', '/api/accreditations/drafts', fields, files)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const mails = (to: string) =>
  app.connection.db.selectFrom('messages').selectAll().where('recipient', '=', to).orderBy('id').execute()
const idOf = (draft: Draft): number =>
  JSON.parse(Buffer.from(draft.token.split('.')[0] ?? '', 'base64url').toString())[1]

describe('a draft', () => {
  // Covers: accreditation-applications-9
  it('keeps what is there, files too, for 30 days, and mails its link', async () => {
    const email = newEmail()
    const draft = await begin({ email, firstName: 'Mei', membership: '' }, [certificate])
    expect(draft).toMatchObject({
      status: 'draft',
      email,
      firstName: 'Mei',
      lastName: '',
      membership: '',
      acceptedTerms: false,
    })
    expect(draft.files).toMatchObject([
      { kind: 'piInsurance', filename: 'pi 2026.pdf', mediaType: 'application/pdf' },
    ])
    expect(new Date(draft.expiresAt ?? 0).getTime()).toBe(START.getTime() + 30 * DAY_MS)
    const [mail] = await mails(email)
    expect(mail).toMatchObject({ template: 'draft_saved', status: 'held' })
    expect(mail?.body).toContain(`http://localhost:3000/accreditation/resume/${draft.token}`)
    const read = await visitor(app).get(`/api/accreditations/drafts/${draft.token}`)
    expect(read.json()).toEqual(draft)
  })

  // Covers: http-conventions-14
  it('refuses a text of the form that cannot be stored or shows nothing, and keeps nothing of it', async () => {
    const count = async () => (await app.connection.db.selectFrom('vaultFiles').select('id').execute()).length
    const before = await count()
    for (const company of ['Harbour\u0001 Finance', '\u200b']) {
      const answer = await send('POST', '/api/accreditations/drafts', { email: newEmail(), company }, [
        certificate,
      ])
      expect([answer.statusCode, Object.keys(answer.json().fields)], answer.body).toEqual([400, ['company']])
    }
    expect(await count()).toBe(before)
  })

  // Covers: accreditation-applications-9
  it('needs an address that its link can go to, and no more', async () => {
    const answer = await send('POST', '/api/accreditations/drafts', { firstName: 'Mei' })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { email: 'Valid email is required' }])
  })

  // Covers: accreditation-applications-9
  it('is saved again: texts, a file in the place of another, and one taken out', async () => {
    const email = newEmail()
    const { token } = await begin({ email }, [certificate, licence])
    const [before, url] = [await stored(), `/api/accreditations/drafts/${token}`]
    const saved = await send('PUT', url, { email, company: 'Harbour', acceptedTerms: 'on' }, [
      { ...certificate, bytes: pdf('Newer'), filename: 'newer.pdf' },
    ])
    expect(saved.json()).toMatchObject({ token, company: 'Harbour', acceptedTerms: true })
    expect(saved.json().files.map((file: { filename: string }) => file.filename)).toEqual([
      'newer.pdf',
      'licence.png',
    ])
    const removed = await visitor(app).send('DELETE', `${url}/files/licenceCopy`)
    expect(removed.json().files).toHaveLength(1)
    // a file that is not there is fine
    expect((await visitor(app).send('DELETE', `${url}/files/licenceCopy`)).statusCode).toBe(200)
    await cleanVault(app.ctx())
    const after = await stored()
    expect(after).toHaveLength(before.length - 1)
    expect(after.filter((name) => before.includes(name))).toHaveLength(before.length - 2)
    expect(await mails(email)).toHaveLength(1)
  })

  // Covers: accreditation-applications-9
  it('that gets another address mails its link there', async () => {
    const { token } = await begin({ email: newEmail() })
    const email = newEmail()
    await send('PUT', `/api/accreditations/drafts/${token}`, { email })
    expect(await mails(email)).toMatchObject([{ template: 'draft_saved' }])
  })

  it('is closed to whoever has its link at a former address, once that was corrected', async () => {
    const mistyped = await begin({ ...applicant, email: newEmail() })
    const email = newEmail()
    const corrected = (
      await send('PUT', `/api/accreditations/drafts/${mistyped.token}`, { email })
    ).json<Draft>()
    const page = (token: string) => visitor(app).get(`/accreditation/resume/${token}`)
    expect((await page(mistyped.token)).body).not.toContain(email)
    const again = (to: string) => send('PUT', `/api/accreditations/drafts/${mistyped.token}`, { email: to })
    expect((await again(newEmail())).statusCode).toBe(404)
    // the answer may have been lost on its way
    expect((await again(email)).statusCode).toBe(200)
    expect((await page(corrected.token)).body).toContain(email)
    const [mail] = await mails(email)
    expect(mail?.body).toContain(corrected.token)
    now = new Date(now.getTime() + 3_600_000)
    expect((await again(email)).statusCode).toBe(404)
    now = START
  })

  // Covers: accreditation-applications-10
  it('becomes an application with the files that were kept', async () => {
    const email = newEmail()
    const draft = await begin({ email, firstName: 'Mei' }, [certificate])
    const answer = await send('POST', '/api/accreditations', { ...applicant, email, draft: draft.token })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ id: idOf(draft), status: 'submitted' })
    const again = await send('POST', '/api/accreditations', { ...applicant, email, draft: draft.token })
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'This application has been submitted. Open its status page with the link in your email.',
    ])
    expect((await send('PUT', `/api/accreditations/drafts/${draft.token}`, { email })).statusCode).toBe(409)
    expect(
      (await visitor(app).send('DELETE', `/api/accreditations/drafts/${draft.token}/files/piInsurance`))
        .statusCode,
    ).toBe(409)
    expect((await visitor(app).get(`/api/accreditations/drafts/${draft.token}`)).statusCode).toBe(409)
    // its link leads on to the status page
    const page = await visitor(app).get(`/accreditation/resume/${draft.token}`)
    expect([page.statusCode, page.headers.location]).toEqual([302, answer.json().statusUrl])
  })

  it('that was sent back for more information cannot take the address of another open application', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const submit = async (address: string) => {
      const answer = await send('POST', '/api/accreditations', { ...applicant, email: address }, [
        certificate,
      ])
      return answer.json<{ id: number; statusUrl: string }>()
    }
    const { id, statusUrl } = await submit(email)
    await submit(other)
    const reviewer = await staffClient(app, 'compliance')
    await reviewer.send('POST', `/api/accreditations/${id}/claim`, { take: true })
    const reason = 'The certificate has expired.'
    await reviewer.send('POST', `/api/accreditations/${id}/review`, { action: 'request_info', reason })
    const status = await visitor(app).get(
      new URL(statusUrl).pathname.replace('/accreditation', '/api/accreditations'),
    )
    const token = new URL(status.json().resumeUrl).pathname.split('/').at(-1)
    const saved = await send('PUT', `/api/accreditations/drafts/${token}`, { email: other }, [licence])
    expect([saved.statusCode, saved.json().fields], saved.body).toEqual([
      409,
      { email: expect.stringContaining('already working on an application from this email address') },
    ])
    const draft = (await visitor(app).get(`/api/accreditations/drafts/${token}`)).json()
    expect(draft).toMatchObject({ status: 'info_requested', email })
    expect(draft.files).toHaveLength(1)
  })

  // Covers: accreditation-applications-1
  it('without the certificate cannot be submitted', async () => {
    const email = newEmail()
    const { token } = await begin({ email }, [licence])
    const answer = await send('POST', '/api/accreditations', { ...applicant, email, draft: token })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { piInsurance: 'Professional Indemnity Insurance certificate is required' },
    ])
  })

  it('without the certificate, which was taken out while it was being submitted, is not submitted either', async () => {
    const email = newEmail()
    const draft = await begin({ email }, [certificate, licence])
    const { db } = app.connection
    const submitted = await db.transaction().execute(async (held) => {
      await held.updateTable('applications').set({ updatedAt: now }).where('id', '=', idOf(draft)).execute()
      const sending = send('POST', '/api/accreditations', { ...applicant, email, draft: draft.token })
      await waitForLocks(app.connection.db)
      await held
        .deleteFrom('applicationFiles')
        .where('applicationId', '=', idOf(draft))
        .where('kind', '=', 'piInsurance')
        .execute()
      return { sending }
    })
    const answer = await submitted.sending
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { piInsurance: 'Professional Indemnity Insurance certificate is required' },
    ])
    const read = await visitor(app).get(`/api/accreditations/drafts/${draft.token}`)
    expect(read.json()).toMatchObject({ status: 'draft', files: [{ kind: 'licenceCopy' }] })
  })

  // Covers: accreditation-applications-7
  it('of one address is sent five times a day at most', async () => {
    const limited = await createTestApp({
      databaseUrl: app.databaseUrl,
      now: () => now,
      env: { RATE_LIMITS: 'on', DATA_DIR: dataDir },
    })
    try {
      const email = newEmail()
      const ask = (remoteAddress: string) =>
        visitor(limited).send('POST', '/api/accreditations/drafts', undefined, {
          ...applicationForm({ email }),
          remoteAddress,
        })
      for (let sent = 1; sent <= 5; sent++) expect((await ask(`203.0.${sent}.1`)).statusCode).toBe(201)
      const refused = await ask('203.0.113.1')
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      // nor by way of drafts that were begun for other addresses
      const victim = newEmail()
      const statuses: number[] = []
      for (let sent = 1; sent <= 6; sent++) {
        const { token } = await begin({ email: newEmail() })
        const moved = await visitor(limited).send('PUT', `/api/accreditations/drafts/${token}`, undefined, {
          ...applicationForm({ email: victim }),
          remoteAddress: `203.0.${sent}.2`,
        })
        statuses.push(moved.statusCode)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      expect(await mails(victim)).toHaveLength(5)
    } finally {
      await limited.close()
    }
  })
})

describe('a link', () => {
  const secret = 'test-secret-test-secret-test-secret-test'

  // Covers: accreditation-applications-11
  it('opens nothing when it is forged, for another purpose, expired, or of nobody', async () => {
    const draft = await begin({ email: newEmail() })
    const id = idOf(draft)
    const later = new Date(now.getTime() + DAY_MS)
    const [payload = '', mac = ''] = draft.token.split('.')
    const wrong = [
      'x',
      '.x',
      `${payload}.${mac.slice(0, -2)}AA`,
      `${Buffer.from(JSON.stringify(['draft', id + 1, 4e9])).toString('base64url')}.${mac}`,
      signToken('another-secret-another-secret-another', { purpose: 'draft', id }, later),
      signToken(secret, { purpose: 'application', id }, later),
      signToken(secret, { purpose: 'draft', id }, now),
      signToken(secret, { purpose: 'draft', id: 2_000_000_000 }, later),
    ]
    for (const token of wrong) {
      const url = `/api/accreditations/drafts/${encodeURIComponent(token)}`
      expect((await visitor(app).get(url)).statusCode, token).toBe(404)
      expect((await send('PUT', url, { email: newEmail() })).statusCode).toBe(404)
      expect((await visitor(app).send('DELETE', `${url}/files/piInsurance`)).statusCode).toBe(404)
      expect((await visitor(app).get(`/accreditation/resume/${encodeURIComponent(token)}`)).statusCode).toBe(
        404,
      )
      const submitted = await send('POST', '/api/accreditations', { ...applicant, draft: token }, [
        certificate,
      ])
      expect(submitted.statusCode).toBe(404)
    }
    for (const path of ['/api/accreditations/status', '/accreditation/status']) {
      expect((await visitor(app).get(`${path}/${draft.token}`)).statusCode).toBe(404)
    }
    expect((await visitor(app).get(`/api/accreditations/drafts/${draft.token}`)).statusCode).toBe(200)
  })

  // Covers: accreditation-applications-11
  it('to a page is told to nobody and kept by nobody, and the page is not found when it has gone', async () => {
    const draft = await begin({ email: newEmail(), firstName: 'Xiaoli' })
    const page = await visitor(app).get(`/accreditation/resume/${draft.token}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Xiaoli')
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    const gone = await visitor(app).get('/accreditation/resume/gone')
    expect([gone.statusCode, gone.headers['referrer-policy']]).toEqual([404, 'no-referrer'])
    expect(gone.body).toContain('This link no longer works')
  })

  // Covers: accreditation-applications-12
  it('to the status page shows how far it has come, for a year', async () => {
    const email = newEmail()
    const answer = await send('POST', '/api/accreditations', { ...applicant, email }, [certificate])
    const { pathname } = new URL(answer.json().statusUrl)
    const page = await visitor(app).get(pathname)
    expect([page.statusCode, page.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
    const api = await visitor(app).get(pathname.replace('/accreditation/', '/api/accreditations/'))
    expect(api.json()).toEqual(answer.json())
    now = new Date(START.getTime() + 366 * DAY_MS)
    expect((await visitor(app).get(pathname)).statusCode).toBe(404)
    now = START
  })
})

describe('the form page', () => {
  // Covers: accreditation-applications-13
  it('is served ready-made, with the broker of its link or without', async () => {
    const { db } = app.connection
    const broker = await db
      .insertInto('brokers')
      .values({ name: 'Wei Li' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const factsOf = async (query: string) => {
      const page = await visitor(app).get(`/accreditation${query}`)
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toContain('Wei Li')
      return JSON.parse(/<script id="facts"[^>]*>(.*?)<\/script>/.exec(page.body)?.[1] ?? '{}')
    }
    expect(await factsOf(`${ownPath(app.ctx(), '', broker.id)}&utm_source=x`)).toMatchObject({
      broker: broker.id,
      draft: null,
    })
    for (const unknown of [
      '',
      `?broker=${broker.id}`,
      '?broker=2000000000',
      '?broker=%3Cscript%3E',
      '?broker=',
    ]) {
      expect(await factsOf(unknown)).toMatchObject({ broker: null })
    }
  })
})

describe('what is left over', () => {
  // Covers: accreditation-applications-9
  it('of drafts past their days goes, with files and history; others stay', async () => {
    const [kept, gone] = [
      await begin({ email: newEmail() }, [licence]),
      await begin({ email: newEmail() }, [certificate]),
    ]
    const submitted = await send('POST', '/api/accreditations', { ...applicant, email: newEmail() }, [
      certificate,
    ])
    const before = await stored()
    const { db } = app.connection
    const over = new Date(now.getTime() - 1)
    await db.updateTable('applications').set({ expiresAt: over }).where('id', '=', idOf(gone)).execute()
    // its link stops working immediately, even before the clean-up
    expect((await visitor(app).get(`/api/accreditations/drafts/${gone.token}`)).statusCode).toBe(404)
    expect((await send('POST', '/api/accreditations', { ...applicant, draft: gone.token })).statusCode).toBe(
      404,
    )
    await removeExpired(app.ctx())
    await cleanVault(app.ctx())
    const left = await db.selectFrom('applications').select('id').execute()
    const ids = left.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([idOf(kept), submitted.json().id]))
    expect(ids).not.toContain(idOf(gone))
    expect(await stored()).toHaveLength(before.length - 1)
    for (const change of ['delete from application_events', `update application_events set actor = 'x'`])
      await expect(asOwner(app.databaseUrl, change)).rejects.toThrow('append-only')
  })

  // Covers: vault-file-store-4
  it('of uploads that nobody attached goes after a day, and what belongs to something stays', async () => {
    const before = await stored()
    const file = {
      stream: (async function* () {
        yield pdf()
      })(),
      filename: 'x.pdf',
      limit: 1e6,
      allowedTypes: ['application/pdf'],
    }
    await storeFile(app.ctx(), file)
    const folder = join(dataDir, 'files')
    // as left by a killed process: a file without a row, and a half-written one
    const strays = ['00ff.age', '00ff.age.abc.part', 'notes.txt']
    for (const name of strays) {
      await writeFile(join(folder, name), 'x')
      await utimes(join(folder, name), START, START)
    }
    await cleanVault(app.ctx())
    expect(await stored()).toHaveLength(before.length + 1 + strays.length)
    now = new Date(START.getTime() + DAY_MS + 1)
    await cleanVault(app.ctx())
    now = START
    expect(await stored()).toEqual([...before, 'notes.txt'].sort())
    await rm(join(folder, 'notes.txt'))
  })
})

describe('a draft that is open twice', () => {
  const saveAs = (draft: Draft, fields: Record<string, string>, version: string) =>
    visitor(app).send(
      'PUT',
      `/api/accreditations/drafts/${draft.token}`,
      undefined,
      applicationForm(fields, [], { 'if-match': `"${version}"` }),
    )

  // Covers: console-toasts-19
  it('is saved by the first, and refused to the second with what it is now', async () => {
    const email = newEmail()
    const opened = await begin({ email, firstName: 'Mei' })
    const first = await saveAs(opened, { email, firstName: 'Mei', company: 'Quill' }, draftVersion(opened))
    expect(first.statusCode, first.body).toBe(200)
    const second = await saveAs(
      opened,
      { email, firstName: 'Mei', phone: '0491 570 156' },
      draftVersion(opened),
    )
    expect(second.statusCode).toBe(409)
    expect(second.json().changed).toMatchObject({
      current: { company: 'Quill', phone: '' },
      version: draftVersion(first.json()),
    })
    const read = await visitor(app).get(`/api/accreditations/drafts/${opened.token}`)
    expect(read.json()).toMatchObject({ company: 'Quill', phone: '' })
  })
})
