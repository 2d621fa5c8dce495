import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as applications from '#contract/applications.ts'
import * as bdms from '#contract/bdms.ts'
import * as bookings from '#contract/bookings.ts'
import * as brokers from '#contract/brokers.ts'
import * as calls from '#contract/calls.ts'
import * as campaigns from '#contract/campaigns.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import * as imports from '#contract/imports.ts'
import * as microsites from '#contract/microsites.ts'
import { refusalText, roleMay, staffRoles } from '#contract/policy.ts'
import { endpoints } from '#server/endpoints.ts'
import { someone } from './bookings-world.ts'
import { type Client, PASSWORD, signedIn, staffClient, visitor } from './client.ts'
import { micrositeFields } from './microsites.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** An id that nothing has: a role that may do it gets 404, and nothing is changed for the roles after it. */
const NOBODY = 2_000_000_000

/** Bodies that pass validation, so that the service's own check of the role is reached too. */
const bodies = new Map<Endpoint, object>([
  [accounts.signIn, { email: 'nobody@staff.example', password: PASSWORD }],
  [applications.claimApplication, { claim: true }],
  [applications.reviewApplication, { action: 'decline', reason: 'The insurance has ended.' }],
  // a Sunday: whoever asks, there is no meeting then
  [bookings.createBooking, someone({ scheduledDate: '2030-06-02T09:00:00+10:00' })],
  [bookings.updateBooking, { note: 'Called back' }],
  [bookings.manageBooking, { action: 'cancel' }],
  [bdms.createBdm, { name: 'Dana Cole', email: 'dana@lender.example.com' }],
  [bdms.updateBdm, { active: false }],
  [bdms.addLeave, { from: '2030-06-03T09:00:00+10:00', to: '2030-06-04T09:00:00+10:00', reason: 'Dentist' }],
  [brokers.createBroker, { name: 'Wei Li', phone: '(02) 5550 1234', email: 'wei.li@example.com' }],
  [brokers.updateBroker, { name: 'Wei Li' }],
  [brokers.addSuppression, { phoneNumber: '(02) 5550 1234', reason: 'Asked by letter' }],
  [calls.testCall, { phoneNumber: '(02) 5550 1234', campaignId: NOBODY }],
  [campaigns.createCampaign, { name: 'Spring', product: 'Flex', callScript: 'Hello {{firstName}}' }],
  [campaigns.updateCampaign, { status: 'paused' }],
  [microsites.createMicrosite, { ...micrositeFields, campaignId: NOBODY }],
  [microsites.updateMicrosite, { title: 'Premium Home Loan' }],
  [imports.remapImport, { onExisting: 'skip' }],
])
const queries = new Map<Endpoint, string>([
  [bookings.availability, '?from=2030-06-01&to=2030-06-30'],
  [brokers.removeSuppression, '?reason=Asked+by+letter'],
])

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const guarded = endpoints.flatMap((endpoint) =>
  endpoint.access === 'public' || endpoint.access === 'broker'
    ? []
    : [{ endpoint, access: endpoint.access, name: nameOf(endpoint) }],
)

describe('who may call which endpoint', () => {
  let app: TestApp
  const clients = new Map<string, Client>()

  beforeAll(async () => {
    app = await createTestApp()
    for (const role of staffRoles) clients.set(role, await staffClient(app, role))
  })
  afterAll(() => app?.close())

  async function ask(client: Client, endpoint: Endpoint): Promise<{ status: number; body: string }> {
    const url = endpoint.path.replaceAll(/:\w+/g, String(NOBODY)) + (queries.get(endpoint) ?? '')
    if (endpoint.kind === 'stream') return askStream(client, url)
    const answer =
      endpoint.method === 'GET'
        ? await client.get(url)
        : await client.send(endpoint.method, url, bodies.get(endpoint))
    return { status: answer.statusCode, body: answer.body }
  }

  /** An event stream never ends by itself: its status is the answer. */
  async function askStream(client: Client, url: string): Promise<{ status: number; body: string }> {
    const answer = await client.get(url, { payloadAsStream: true })
    const stream = answer.stream()
    if (answer.statusCode !== 200) return { status: answer.statusCode, body: await text(stream) }
    stream.destroy()
    return { status: 200, body: '' }
  }

  it('knows a valid body for every endpoint that takes one', () => {
    for (const endpoint of endpoints) {
      const parsed = endpoint.body.safeParse(bodies.get(endpoint))
      expect(parsed.error?.issues, nameOf(endpoint)).toBeUndefined()
    }
  })

  it.each(guarded)('$name: 401 for visitors and for a made-up cookie', async ({ endpoint }) => {
    const stranger = 'brokerline.session_token=abc.def'
    for (const client of [visitor(app), visitor(app, stranger)]) {
      const { status, body } = await ask(client, endpoint)
      expect(status).toBe(401)
      expect(errorBody.parse(JSON.parse(body)).code).toBe('not_signed_in')
    }
  })

  it.each(guarded)('$name: each role as the policy table says', async ({ endpoint, access }) => {
    for (const role of staffRoles) {
      const { status, body } = await ask(clients.get(role) ?? visitor(app), endpoint)
      if (roleMay(role, access)) {
        expect([401, 403], `${role}: ${body}`).not.toContain(status)
        expect(status, `${role}: ${body}`).toBeLessThan(500)
      } else {
        expect(status, role).toBe(403)
        expect(errorBody.parse(JSON.parse(body)).message).toBe(refusalText(access))
      }
    }
  })

  it('asks nobody to sign in for what is public', async () => {
    const open = endpoints.filter(({ access }) => access === 'public')
    const answers = await Promise.all(open.map(async (e) => [nameOf(e), (await ask(visitor(app), e)).status]))
    expect(Object.fromEntries(answers)).toEqual({
      // who is nobody, and a pair that is wrong, is told so
      'GET /api/auth/user': 401,
      'POST /api/login': 401,
      'POST /api/logout': 200,
      'GET /api/login': 302,
      'GET /api/auth/demo': 200,
      'GET /s/:code': 404,
      'GET /booking': 200,
      'GET /booking/manage/:token': 404,
      'GET /api/bookings/availability': 200,
      'POST /api/bookings': 422,
      'GET /api/bookings/manage/:token': 404,
      'POST /api/bookings/manage/:token': 404,
      'GET /calendar/:file': 404,
      'GET /accreditation': 200,
      'GET /accreditation/resume/:token': 404,
      'GET /accreditation/status/:token': 404,
      // the form comes as multipart
      'POST /api/accreditations': 415,
      'POST /api/accreditations/drafts': 415,
      'PUT /api/accreditations/drafts/:token': 415,
      'GET /api/accreditations/drafts/:token': 404,
      // a kind of file that does not exist
      'DELETE /api/accreditations/drafts/:token/files/:kind': 400,
      'GET /api/accreditations/status/:token': 404,
      'GET /api/microsites/:slug': 404,
      'GET /microsite/:slug': 404,
    })
  })

  it('changes nothing for a role that may not', async () => {
    const viewer = await signedIn(app, 'viewer.client@staff.example')
    const count = async (): Promise<number> =>
      (await app.connection.db.selectFrom('campaigns').select('id').execute()).length
    const before = await count()
    await ask(viewer, campaigns.createCampaign)
    expect(await count()).toBe(before)
  })
})
