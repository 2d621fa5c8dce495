import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { signFormTime } from '#server/input/form-check.ts'
import { eraseBroker } from '#server/modules/brokers/erase-broker.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf, png } from '#test/worlds/application-forms.ts'
import { type Client, signedIn, staffClient, visitor } from '#test/worlds/client.ts'
import { addStaff } from '#test/worlds/sign-in.ts'

let app: TestApp
let admin: Client
let compliance: Client
let second: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
  await addStaff(app, 'second@staff.example', 'compliance')
  second = await signedIn(app, 'second@staff.example')
})
afterAll(() => app?.close())

let people = 0
const certificate = {
  name: 'piInsurance',
  bytes: pdf('Currency until 2027'),
  filename: 'Zürich PI; 2026.pdf',
}

async function submit(
  fields: Record<string, string> = {},
): Promise<{ id: number; email: string; statusUrl: string }> {
  const email = fields.email ?? `review.${++people}@example.com`
  const openedAt = new Date(app.ctx().now().getTime() - 60_000)
  const formTime = signFormTime({ secret: app.ctx().providers.secret, now: openedAt })
  const form = applicationForm({ ...applicant, asicNumber: `9${people}`, formTime, ...fields, email }, [
    certificate,
    { name: 'licenceCopy', bytes: png, filename: 'l.png' },
  ])
  const answer = await visitor(app).send('POST', '/api/accreditations', undefined, form)
  expect(answer.statusCode, answer.body).toBe(201)
  return { email, ...answer.json() }
}
const details = async (id: number): Promise<ApplicationDetails> =>
  (await admin.get(`/api/accreditations/${id}`)).json()
const review = (client: Client, id: number, body: object, headers = {}) =>
  client.send('POST', `/api/accreditations/${id}/review`, body, { headers })
const claim = (client: Client, id: number, take = true) =>
  client.send('POST', `/api/accreditations/${id}/claim`, { claim: take })
const mailsOf = (id: number) =>
  app.connection.db.selectFrom('messages').selectAll().where('applicationId', '=', id).orderBy('id').execute()
const auditOf = async (id: number) =>
  (
    await app.connection.db
      .selectFrom('auditLog')
      .select(['action', 'actor'])
      .where('subjectType', '=', 'application')
      .where('subjectId', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const makeBroker = async (values: object) =>
  (
    await app.connection.db
      .insertInto('brokers')
      .values({ name: 'Wei Li', ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

describe('the list', () => {
  // Covers: accreditation-applications-15
  it('shows what was submitted, newest first, with filters, search, order and pages', async () => {
    const [first, last] = [await submit({ company: 'Zebra Loans' }), await submit()]
    const draft = applicationForm({ email: 'unfinished@example.com' })
    await visitor(app).send('POST', '/api/accreditations/drafts', undefined, draft)
    const list = async (query: string) => {
      const answer = await admin.get(`/api/accreditations${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ id: number; status: string; email: string; files: object[] }[]>()
    }
    const all = await list('')
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual([last.id, first.id])
    expect(all[0]).toMatchObject({ status: 'submitted', broker: null, claimedBy: null })
    expect(all[0]?.files).toMatchObject([{ kind: 'piInsurance' }, { kind: 'licenceCopy' }])
    expect(all.some(({ status }) => status === 'draft')).toBe(false)
    expect(await list('?status=draft')).toMatchObject([{ email: 'unfinished@example.com' }])
    expect((await list('?q=zebra')).map(({ id }) => id)).toEqual([first.id])
    expect((await list('?sort=submittedAt'))[0]?.id).toBe(first.id)
    const one = await admin.get('/api/accreditations?limit=1&status=open')
    expect(one.headers['x-total-count']).toBe(String(all.length))
    const next = /<([^>]+)>/.exec(String(one.headers.link))?.[1] ?? ''
    expect((await admin.get(next)).json()).toMatchObject([{ id: first.id }])
    await claim(compliance, first.id)
    const mine = async (client: Client) =>
      (await client.get('/api/accreditations?claimed=mine')).json().length
    expect([await mine(compliance), await mine(second)]).toEqual([1, 0])
    expect((await list('?claimed=nobody')).map(({ id }) => id)).not.toContain(first.id)
    expect((await admin.get('/api/accreditations?sort=email')).statusCode).toBe(400)
  })
})

describe('the details', () => {
  // Covers: accreditation-applications-15
  it('name brokers with the same e-mail, phone or ASIC number, who has most in common first', async () => {
    const email = 'match@example.com'
    const [phoneOnly, all] = [
      await makeBroker({ phone: '+61255501234' }),
      await makeBroker({ email: 'Match@Example.com', phone: '+61255501234', asicNumber: 'AB-77 1' }),
    ]
    await makeBroker({ email: 'other@example.com', phone: '+61255501235', asicNumber: '77' })
    const { id } = await submit({ email, phone: '(02) 5550 1234', asicNumber: 'ab771' })
    const { matches } = await details(id)
    expect(matches.map(({ id: broker, same }) => [broker, same])).toEqual([
      [all, ['email', 'phone', 'asicNumber']],
      [phoneOnly, ['phone']],
    ])
  })
})

describe('claiming', () => {
  // Covers: accreditation-applications-16
  it('is for one reviewer at a time, who is named to the others, and can be unassigned', async () => {
    const { id } = await submit()
    expect((await claim(compliance, id)).json()).toMatchObject({
      status: 'in_review',
      claimedBy: { name: 'Test compliance' },
    })
    expect((await claim(compliance, id)).statusCode).toBe(200)
    for (const action of [
      () => claim(second, id),
      () => claim(second, id, false),
      () => review(second, id, { action: 'approve', brokerId: null }),
    ]) {
      const refused = await action()
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        'This application is assigned to Test compliance.',
      ])
    }
    expect((await claim(compliance, id, false)).json()).toMatchObject({
      status: 'submitted',
      claimedBy: null,
    })
    expect((await claim(compliance, id, false)).statusCode).toBe(200)
    await claim(second, id)
    // an admin may unassign somebody on holiday
    expect((await claim(admin, id, false)).json()).toMatchObject({ claimedBy: null })
    expect(await auditOf(id)).toEqual([
      'application.claimed',
      'application.given_back',
      'application.claimed',
      'application.given_back',
    ])
  })

  // Covers: accreditation-applications-16
  it('by many at once has one winner', async () => {
    const { id } = await submit()
    const answers = await Promise.all([compliance, second, admin].map((client) => claim(client, id)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })
})

describe('approving', () => {
  // Covers: accreditation-applications-17, staff-screens-microsites-18
  it('adds the broker that the application becomes', async () => {
    const { id, email, statusUrl } = await submit({
      phone: '0491 570 157',
      asicNumber: '555 001',
      membership: 'Both',
    })
    const answer = await review(compliance, id, { action: 'approve', brokerId: null, reason: 'Welcome!' })
    expect(answer.statusCode, answer.body).toBe(200)
    const { broker, status, history } = answer.json<ApplicationDetails>()
    expect([status, broker?.name]).toEqual(['approved', 'Mei Chen'])
    expect(history.map((event) => [event.status, event.actor, event.reason])).toEqual([
      ['approved', 'Test compliance', 'Welcome!'],
      ['submitted', 'Applicant', null],
    ])
    const { db } = app.connection
    const row = await db
      .selectFrom('brokers')
      .selectAll()
      .where('id', '=', broker?.id ?? 0)
      .executeTakeFirst()
    expect(row).toMatchObject({
      ...{
        email,
        phone: '+61491570157',
        asicNumber: '555 001',
        membership: 'Both',
        company: applicant.company,
      },
      callBasis: 'relationship',
      callBasisSource: 'Accreditation application',
    })
    expect(await auditOf(id)).toEqual(['application.approved'])
    expect((await mailsOf(id)).map(({ template }) => template)).toEqual([
      'application_received',
      'application_decided',
    ])
    const timeline = (await admin.get(`/api/brokers/${broker?.id}/timeline`)).json()
    expect(timeline.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['accreditation_approved', 'broker_created']),
    )
    const seen = await visitor(app).get(
      new URL(statusUrl).pathname.replace('/accreditation', '/api/accreditations'),
    )
    expect(seen.json()).toMatchObject({ status: 'approved', reason: 'Welcome!', resumeUrl: null })
    // mail, status page and staff page agree: approved, with the documents that are still to be uploaded
    const mail = (await mailsOf(id)).at(-1)
    const accreditation = (await admin.get(`/api/brokers/${broker?.id}/accreditation`)).json()
    const { outstanding, portalUrl } = seen.json()
    expect(outstanding).toHaveLength(accreditation.remaining - accreditation.pending)
    expect(outstanding.length).toBeGreaterThan(0)
    expect(mail?.subject).toBe('Your accreditation application was approved')
    for (const text of [...outstanding, portalUrl, `we need ${outstanding.length} more documents`])
      expect(mail?.body).toContain(text)
    expect(mail?.body).not.toMatch(/accredited|submit loans from now on/)
  })

  it('links the one broker who is certainly meant where nobody chose, and adds one where nobody is', async () => {
    const known = await submit({ asicNumber: '555 091' })
    const brokerId = await makeBroker({ phone: '+61255501291', email: known.email })
    const linked = await review(compliance, known.id, { action: 'approve' })
    expect(linked.json().broker.id).toBe(brokerId)
    const unknown = await submit({ asicNumber: '555 092' })
    const added = await review(compliance, unknown.id, { action: 'approve' })
    expect(added.json().broker.id).toBeGreaterThan(brokerId)
  })

  // Covers: accreditation-applications-17
  it('links the broker chosen: fills what is blank and leaves what stands there', async () => {
    const brokerId = await makeBroker({ phone: '+61255501236', company: 'Old Name Pty Ltd' })
    const { id, email } = await submit({ asicNumber: '555 002' })
    const answer = await review(compliance, id, { action: 'approve', brokerId })
    expect(answer.json().broker).toEqual({ id: brokerId, name: 'Wei Li' })
    const row = await app.connection.db
      .selectFrom('brokers')
      .selectAll()
      .where('id', '=', brokerId)
      .executeTakeFirst()
    expect(row).toMatchObject({
      phone: '+61255501236',
      company: 'Old Name Pty Ltd',
      email,
      asicNumber: '555 002',
      membership: 'MFAA',
    })
  })

  it('never makes a reviewer a broker with approved papers by their own hand, under whatever address they applied', async () => {
    const OWN = 'This is your own application: somebody else has to review it.'
    const own = await makeBroker({ asicNumber: '555 771' })
    const { db } = app.connection
    const who = db.updateTable('users').where('email', '=', 'second@staff.example')
    await who.set({ brokerId: own }).execute()
    const { id } = await submit({ asicNumber: '555 771' })
    for (const choice of [{ brokerId: own }, {}]) {
      const answer = await review(second, id, { action: 'approve', ...choice })
      expect([answer.statusCode, answer.json().message]).toEqual([422, OWN])
    }
    expect(await details(id)).toMatchObject({ status: 'submitted', broker: null })
    expect((await review(compliance, id, { action: 'approve', brokerId: own })).statusCode).toBe(200)
    await who.set({ brokerId: null }).execute()
  })

  // Covers: accreditation-applications-17
  it('with a broker that does not exist changes nothing', async () => {
    const { id } = await submit()
    const answer = await review(compliance, id, { action: 'approve', brokerId: 2_000_000_000 })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { brokerId: 'This broker no longer exists. Choose another one.' },
    ])
    expect((await details(id)).status).toBe('submitted')
  })

  // Covers: accreditation-applications-17
  it('keeps a number that is never called out of the record', async () => {
    const { id } = await submit({ phone: '1300 975 707' })
    const { broker } = (await review(compliance, id, { action: 'approve', brokerId: null })).json()
    const row = await app.connection.db
      .selectFrom('brokers')
      .select('phone')
      .where('id', '=', broker.id)
      .executeTakeFirst()
    expect(row?.phone).toBeNull()
  })

  // Covers: accreditation-applications-17
  it('by two reviewers at once makes one broker', async () => {
    const { id, email } = await submit()
    const approve = { action: 'approve', brokerId: null }
    const answers = await Promise.all([
      review(compliance, id, approve),
      review(second, id, approve),
      review(admin, id, approve),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    const made = await app.connection.db
      .selectFrom('brokers')
      .select('id')
      .where('email', '=', email)
      .execute()
    expect(made).toHaveLength(1)
    expect((await mailsOf(id)).filter(({ template }) => template === 'application_decided')).toHaveLength(1)
  })

  // Covers: accreditation-applications-17
  it('twice is a conflict, with the same Idempotency-Key the first answer', async () => {
    const { id } = await submit()
    const approve = { action: 'approve', brokerId: null }
    const key = { 'idempotency-key': `approve-${id}` }
    const first = await review(compliance, id, approve, key)
    const again = await review(compliance, id, approve, key)
    expect([again.statusCode, again.json(), again.headers['idempotency-replayed']]).toEqual([
      200,
      first.json(),
      'true',
    ])
    for (const body of [approve, { action: 'decline', reason: 'No' }]) {
      const refused = await review(compliance, id, body)
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        'This application has already been approved.',
      ])
    }
  })
})

describe('asking for more', () => {
  // Covers: accreditation-applications-18
  it('opens the form to the applicant, whose answer comes back to the same reviewer', async () => {
    const { id, email, statusUrl } = await submit()
    await claim(compliance, id)
    const asked = await review(compliance, id, {
      action: 'request_info',
      reason: 'The certificate has expired.',
    })
    expect(asked.json()).toMatchObject({ status: 'info_requested' })
    const waiting = await review(compliance, id, { action: 'approve', brokerId: null })
    expect([waiting.statusCode, waiting.json().message]).toEqual([
      409,
      'The applicant was asked for more information: wait for the reply.',
    ])
    const status = await visitor(app).get(
      new URL(statusUrl).pathname.replace('/accreditation', '/api/accreditations'),
    )
    const { resumeUrl, reason } = status.json()
    expect(reason).toBe('The certificate has expired.')
    const mail = (await mailsOf(id)).at(-1)
    expect(mail?.body).toContain('The certificate has expired.')
    const token = new URL(resumeUrl).pathname.split('/').at(-1) ?? ''
    const draft = (await visitor(app).get(`/api/accreditations/drafts/${token}`)).json()
    expect(draft).toMatchObject({ status: 'info_requested', request: 'The certificate has expired.', email })
    expect(draft.files).toHaveLength(2)
    const form = applicationForm({ ...applicant, email, draft: token }, [
      { ...certificate, bytes: pdf('Currency until 2028'), filename: 'new.pdf' },
    ])
    const sent = await visitor(app).send('POST', '/api/accreditations', undefined, form)
    expect(sent.json(), sent.body).toMatchObject({ id, status: 'submitted', reason: null })
    const after = await details(id)
    expect(after).toMatchObject({ status: 'submitted', claimedBy: { name: 'Test compliance' } })
    expect(after.files.map(({ filename }) => filename)).toEqual(['new.pdf', 'l.png'])
    expect(after.history.map((event) => event.status)).toEqual([
      'submitted',
      'info_requested',
      'in_review',
      'submitted',
    ])
    expect((await claim(second, id)).statusCode).toBe(409)
    expect((await review(compliance, id, { action: 'approve', brokerId: null })).statusCode).toBe(200)
  })

  // Covers: accreditation-applications-18
  it.each(['request_info', 'decline'])('%s needs a reason', async (action) => {
    const { id } = await submit()
    for (const body of [{ action }, { action, reason: ' ' }]) {
      const answer = await review(compliance, id, body)
      expect([answer.statusCode, answer.json().fields.reason]).toEqual([
        400,
        'Enter a reason; the applicant will see it',
      ])
    }
  })

  // Covers: accreditation-applications-18
  it('of a draft is refused', async () => {
    const form = applicationForm({ email: 'not-yet@example.com' })
    await visitor(app).send('POST', '/api/accreditations/drafts', undefined, form)
    const [draft] = (await admin.get('/api/accreditations?status=draft&q=not-yet')).json()
    const answer = await review(compliance, draft.id, { action: 'approve', brokerId: null })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'This application is a draft: it has not been submitted yet.',
    ])
  })
})

describe('declining', () => {
  // Covers: accreditation-applications-18
  it('tells the reason, and the address may apply again', async () => {
    const { id, email } = await submit()
    await review(compliance, id, { action: 'decline', reason: 'Not insured.' })
    expect((await mailsOf(id)).at(-1)?.body).toContain('Not insured.')
    expect((await submit({ email })).id).not.toBe(id)
  })
})

describe('a file of an application', () => {
  const read = (client: Client, id: number, query = '') =>
    client.get(`/api/accreditations/${id}/files/piInsurance${query}`)

  // Covers: accreditation-applications-19
  it('comes as it was sent, locked up, and every read is in the audit log', async () => {
    const { id } = await submit()
    const download = await read(compliance, id)
    expect(download.rawPayload).toEqual(certificate.bytes)
    expect(download.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(certificate.bytes.length),
      'content-disposition': `attachment; filename="Zurich PI_ 2026.pdf"; filename*=UTF-8''Z%C3%BCrich%20PI%3B%202026.pdf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const view = await read(admin, id, '?download=false')
    expect(view.headers['content-disposition']).toMatch(/^inline; /)
    expect(view.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
    expect(await auditOf(id)).toEqual(['application.file_read', 'application.file_read'])
  })

  it('is named to those who may read documents only', async () => {
    const { id } = await submit()
    const namesFor = async (client: Client): Promise<unknown[]> => {
      const one = (await client.get(`/api/accreditations/${id}`)).json<ApplicationDetails>()
      const list = (await client.get('/api/accreditations?limit=1')).json<ApplicationDetails[]>()
      return [one, ...list].flatMap(({ files }) => files.map(({ filename }) => filename))
    }
    expect(await namesFor(compliance)).toContain('Zürich PI; 2026.pdf')
    for (const role of ['lender', 'viewer'] as const) {
      const names = await namesFor(await staffClient(app, role))
      expect([role, names.length > 0, new Set(names)]).toEqual([role, true, new Set([null])])
    }
  })

  // Covers: accreditation-applications-19
  it('is for those who may read documents', async () => {
    const { id } = await submit()
    for (const role of ['lender', 'viewer'] as const)
      expect((await read(await staffClient(app, role), id)).statusCode).toBe(403)
    expect(await auditOf(id)).toEqual([])
  })

  // Covers: accreditation-applications-19
  it('that is not there is not found, and one that the store has lost cannot be opened', async () => {
    const { id } = await submit()
    expect((await compliance.get(`/api/accreditations/${id}/files/other`)).statusCode).toBe(400)
    const { db } = app.connection
    const { storageName } = await db
      .selectFrom('vaultFiles')
      .innerJoin('applicationFiles', 'fileId', 'vaultFiles.id')
      .select('storageName')
      .where('applicationId', '=', id)
      .where('kind', '=', 'piInsurance')
      .executeTakeFirstOrThrow()
    await app.providers.files.remove(storageName)
    const gone = await read(compliance, id)
    expect([gone.statusCode, gone.json().message]).toEqual([
      503,
      'This file cannot be opened right now. Try again later.',
    ])
    await db.deleteFrom('applicationFiles').where('applicationId', '=', id).execute()
    expect((await read(compliance, id)).statusCode).toBe(404)
  })
})

// Covers: accreditation-applications-20
it('with a broker that is deleted go the applications that became it; what is only attributed stays', async () => {
  const { id } = await submit()
  const { broker } = (
    await review(compliance, id, { action: 'approve', brokerId: null })
  ).json<ApplicationDetails>()
  const somebodyElse = { email: 'somebody.else@example.com', phone: '0491 570 110' }
  const attributed = await submit({ brokerId: String(broker?.id), ...somebodyElse })
  await eraseBroker(await app.staff('admin'), broker?.id ?? 0)
  expect((await admin.get(`/api/accreditations/${id}`)).statusCode).toBe(404)
  expect((await details(attributed.id)).broker).toBeNull()
  const { rows } = await sql<{
    left: number
  }>`select count(*) as left from vault_files where attached_at is null and released_at is null`.execute(
    app.connection.db,
  )
  expect(rows[0]?.left).toBe(0)
})
