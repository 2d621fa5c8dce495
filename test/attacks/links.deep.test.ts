import { glob, readFile } from 'node:fs/promises'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { endpoints } from '#server/endpoints.ts'
import { demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { signToken } from '#server/platform/crypto/token.ts'
import { nameOf } from '../surface/every-endpoint.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { applicant, applicationForm } from '../worlds/application-forms.ts'
import { portalToken } from '../worlds/broker-client.ts'
import { PASSWORD, staffClient, visitor } from '../worlds/client.ts'
import { addStaff } from '../worlds/sign-in.ts'

/** The purpose of a link. Signed links contain their purpose; the others are looked up. */
const purposes = [
  'draft',
  'application',
  'booking',
  'verify_email',
  'document-thumbnail',
  'document-page',
  'weekly-report',
  // a broker's key opens no page: it only identifies the recipient of a link
  'broker',
  'decisions',
  // given to a calendar's service, which returns it with its notices
  'calendar',
] as const
type Purpose = (typeof purposes)[number]
type Kind = Purpose | 'reset' | 'invitation' | 'feed' | 'short link'

/** The link kind of each endpoint that takes a link's token. */
const doors: Record<string, Kind> = {
  'POST /api/reset-password/check': 'reset',
  'POST /api/reset-password': 'reset',
  'POST /api/broker/reset-password/check': 'reset',
  'POST /api/broker/reset-password': 'reset',
  'POST /api/invitation/check': 'invitation',
  'POST /api/invitation': 'invitation',
  'POST /api/broker/verify/check': 'verify_email',
  'POST /api/broker/verify': 'verify_email',
  'GET /api/accreditations/drafts/:token': 'draft',
  'PUT /api/accreditations/drafts/:token': 'draft',
  'DELETE /api/accreditations/drafts/:token/files/:kind': 'draft',
  'GET /accreditation/resume/:token': 'draft',
  'GET /api/accreditations/status/:token': 'application',
  'GET /accreditation/status/:token': 'application',
  'GET /api/bookings/manage/:token': 'booking',
  'GET /booking/manage/:token': 'booking',
  'POST /api/bookings/manage/:token': 'booking',
  'GET /booking/manage/:token/meeting.ics': 'booking',
  'GET /api/broker/documents/:id/thumbnail': 'document-thumbnail',
  'GET /api/documents/:id/pages/:page': 'document-page',
  'GET /reports/unsubscribe/:token': 'weekly-report',
  'POST /reports/unsubscribe/:token': 'weekly-report',
  'GET /decisions/:token': 'decisions',
  'POST /api/decisions/:token/contests': 'decisions',
  'GET /calendar/:file': 'feed',
  'GET /s/:code': 'short link',
}
/** Its optional token narrows a public list. */
const NARROWED = 'GET /api/bookings/availability'
/** Not a link: the challenge of a sign-in is in test/surface and accounts. */
const takesToken = (endpoint: Endpoint): boolean =>
  nameOf(endpoint) !== NARROWED &&
  (/:(token|file|code)\b/.test(endpoint.path) ||
    [endpoint.body, endpoint.query].some(
      (schema) => schema instanceof z.ZodObject && 'token' in schema.shape,
    ))

let app: TestApp
/** The row behind each kind of link. */
const ids = new Map<Kind, number>()
const good = new Map<Kind, string>()
let session: string
let invited = 0

beforeAll(async () => {
  app = await createTestApp()
  await loadDemoWorld(app.ctx())
  const { db, pool } = app.connection
  const idOf = async (query: string): Promise<number> =>
    Number((await pool.query<{ id: number }>(query)).rows[0]?.id)
  const draft = await visitor(app).send(
    'POST',
    '/api/accreditations/drafts',
    undefined,
    applicationForm(applicant),
  )
  expect(draft.statusCode).toBe(201)
  const registered = {
    name: 'Nia Lowe',
    email: 'nia.lowe@example.com',
    phone: '0491 570 156',
    password: PASSWORD,
  }
  expect((await visitor(app).send('POST', '/api/broker/register', registered)).statusCode).toBe(201)
  const during = sql<string>`tstzrange(now() + interval '1 day', now() + interval '25 hours')`
  const meeting = { during, meetingType: 'training-session', attendees: 1, source: 'web', uid: 'attacked' }
  const visits = { name: 'Vic Visitor', email: 'vic@example.com', phone: '0491 570 156' }
  const bdmId = await idOf('select id from bdms order by id limit 1')
  await db.deleteFrom('bookings').where('bdmId', '=', bdmId).execute()
  await db
    .insertInto('bookings')
    .values({ ...meeting, ...visits, bdmId })
    .execute()
  await addStaff(app, 'resets@staff.example')
  ids.set('draft', await idOf("select id from applications where status = 'draft' order by id desc limit 1"))
  ids.set('application', await idOf("select id from applications where status = 'approved' limit 1"))
  ids.set('booking', await idOf("select id from bookings where uid = 'attacked'"))
  ids.set('verify_email', await idOf('select id from broker_registrations limit 1'))
  const document = await idOf('select id from documents order by id limit 1')
  ids.set('document-thumbnail', document).set('document-page', document)
  ids.set('weekly-report', await idOf("select id from users where email = 'resets@staff.example'"))
  ids.set('broker', await idOf('select id from brokers order by id limit 1'))
  ids.set('decisions', ids.get('broker') ?? 0).set('calendar', bdmId)
  for (const purpose of purposes) good.set(purpose, sign(purpose, ids.get(purpose)))
  const { feedToken } = await db.selectFrom('bdms').select('feedToken').limit(1).executeTakeFirstOrThrow()
  const { code } = await db.selectFrom('shortLinks').select('code').limit(1).executeTakeFirstOrThrow()
  good.set('feed', feedToken).set('short link', code)
  session = await portalToken(app, demoBroker.email, demoBroker.password)
})
afterAll(() => app?.close())

const HOUR_MS = 3_600_000
const sign = (purpose: string, id = 0, { ms = HOUR_MS, secret = app.providers.secret } = {}): string =>
  signToken(secret, { purpose, id }, new Date(Date.now() + ms))

function open(endpoint: Endpoint, token: string): Promise<LightMyRequestResponse> {
  const shown = encodeURIComponent(token)
  const path = endpoint.path
    .replace(/:(token|code)/, shown)
    .replace(':file', `${shown}.ics`)
    .replace(':kind', 'piInsurance')
    .replace(':id', String(ids.get('document-page')))
    .replace(':page', '1')
  const asked: InjectOptions = { method: endpoint.method, url: path }
  if (endpoint.method === 'GET') asked.url += endpoint.path.includes(':id') ? `?token=${shown}` : ''
  else if (endpoint.multipart) Object.assign(asked, applicationForm(applicant))
  else if (endpoint.path.includes('bookings/manage')) asked.payload = { action: 'cancel' }
  else if (endpoint.raw) asked.headers = { 'content-type': 'application/x-www-form-urlencoded' }
  else if (endpoint.method === 'POST') asked.payload = bodyOf(endpoint, token)
  return app.server.inject(asked)
}

/** A link that works once; null for the other kinds. */
async function fresh(kind: Kind): Promise<string | null> {
  if (kind === 'reset') return app.providers.signIn.startReset('resets@staff.example')
  if (kind !== 'invitation') return null
  const email = `invited${++invited}@staff.example`
  const admin = await staffClient(app, 'admin')
  const person = { email, firstName: 'Ida', lastName: 'Invited', role: 'lender' }
  expect((await admin.send('POST', '/api/users', person)).statusCode).toBe(201)
  const { body } = await app.connection.db
    .selectFrom('messages')
    .select('body')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  return /\?invitation=(\S+)/.exec(body)?.[1] ?? ''
}

function bodyOf({ path }: Endpoint, token: string): object {
  if (path.endsWith('contests')) return { kind: 'file_check', reference: 'general', reason: 'It was a PDF.' }
  if (path.endsWith('reset-password')) return { token, newPassword: 'another-Horse-2026' }
  return /(?:verify|invitation)$/.test(path) ? { token, password: 'another-Horse-2026' } : { token }
}

/** Tokens that are similar to this link but invalid for it. */
function wrongFor(kind: Kind): string[] {
  const own = good.get(kind) ?? ''
  const id = ids.get(kind) ?? 1
  const signed = purposes.filter((purpose) => purpose !== kind)
  const [payload = '', mac = ''] = own.split('.')
  return [
    // made for another purpose: with the same row, and valid for that purpose
    ...signed.flatMap((purpose) => [sign(purpose, id), good.get(purpose) ?? '']),
    ...[...good].flatMap(([other, token]) => (other === kind ? [] : [token])),
    // expired, of another installation, of a missing row
    ...[
      sign(kind, id, { ms: -1000 }),
      sign(kind, id, { secret: 'another-secret' }),
      sign(kind, 2_000_000_000),
    ],
    // tampered with
    ...[
      `${own}x`,
      own.slice(1),
      own.slice(0, -1),
      `${own.slice(0, 3)}${own.slice(4)}`,
      own.toUpperCase(),
      `${own}.${mac}`,
    ],
    ...(mac ? [payload, `${payload}.`, `.${mac}`, `${sign(kind, id + 1).split('.')[0]}.${mac}`] : []),
    // no link at all
    ...[session, 'null', '../..', '\u0000', "' or 1=1 --", 'x'.repeat(480), '[object Object]'],
  ].filter((token) => token !== own && token !== '')
}

const targets = endpoints.filter(takesToken)

describe('links', () => {
  // Covers: roles-audit-4
  it('are known of every endpoint that takes one, and of every place that signs one', async () => {
    expect(targets.map(nameOf).sort()).toEqual(Object.keys(doors).sort())
    const signing: string[] = []
    for await (const file of glob('server/modules/**/*.ts')) {
      if (!file.endsWith('.test.ts') && /\bsignToken\(/.test(await readFile(file, 'utf8'))) signing.push(file)
    }
    expect(signing.map((file) => file.split('/').at(-1)).sort()).toEqual([
      'application-links.rules.ts',
      'broker-key.ts',
      'decisions-link.ts',
      'manage-link.ts',
      'picture-urls.rules.ts',
      'registration.rules.ts',
      'unsubscribe-link.ts',
      'watches.ts',
    ])
  })

  // Covers: roles-audit-4
  it.each(
    targets.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })),
  )('$name is opened by its own link, and by no other, expired or tampered one', async ({
    endpoint,
    name,
  }) => {
    const kind = doors[name] ?? 'draft'
    const made = await fresh(kind)
    if (made !== null) good.set(kind, made)
    // a picture that has not been rendered is missing as well, so 404 would prove nothing
    const refused = kind.startsWith('document-') ? [400, 401, 403] : [400, 401, 403, 404, 422]
    for (const token of wrongFor(kind)) {
      const { statusCode, body } = await open(endpoint, token)
      expect(refused, `${token}: ${statusCode} ${body.slice(0, 200)}`).toContain(statusCode)
      expect(body, token).not.toMatch(/Mei|mei\.chen|Ida|Nia Lowe|Vic Visitor|BEGIN:VCALENDAR/)
    }
    const opened = await open(endpoint, good.get(kind) ?? '')
    // a picture that has not been rendered is not refused
    const right = kind.startsWith('document-') ? [200, 404, 422, 503] : [200, 201, 302]
    expect(right, opened.body.slice(0, 200)).toContain(opened.statusCode)
  })

  // Covers: roles-audit-4
  it('that set a password are used up by it', async () => {
    for (const path of ['/api/reset-password', '/api/broker/reset-password']) {
      const token = (await app.providers.signIn.startReset('resets@staff.example')) ?? ''
      const reset = () => visitor(app).send('POST', path, { token, newPassword: 'another-Horse-2026' })
      expect([(await reset()).statusCode, (await reset()).statusCode]).toEqual([200, 422])
    }
  })
})
