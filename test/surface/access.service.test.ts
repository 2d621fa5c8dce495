import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isScope, scopes } from '#contract/accounts/scopes.ts'
import { needsStepUp } from '#contract/accounts/step-up.ts'
import * as campaigns from '#contract/campaigns/campaigns.ts'
import { errorBody } from '#contract/errors.ts'
import { refusalText, roleMay, type StaffRole, staffRoles } from '#contract/policy.ts'
import { endpoints } from '#server/endpoints.ts'
import { NEEDS_PERSON } from '#server/modules/accounts/policy.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { type BrokerClient, brokerClient } from '../worlds/broker-client.ts'
import { type Client, signedIn, staffClient, visitor } from '../worlds/client.ts'
import { keyClient } from '../worlds/key-client.ts'
import { bodies } from './endpoint-bodies.ts'
import { ask, endsSession, forPeople, nameOf } from './every-endpoint.ts'

const guarded = endpoints.flatMap((endpoint) =>
  endpoint.access === 'public' || endpoint.access === 'broker'
    ? []
    : [{ endpoint, access: endpoint.access, name: nameOf(endpoint) }],
)
const portal = endpoints.flatMap((endpoint) =>
  endpoint.access === 'broker' ? [{ endpoint, name: nameOf(endpoint) }] : [],
)

describe('who may call which endpoint', () => {
  let app: TestApp
  const clients = new Map<StaffRole, Client>()
  let broker: BrokerClient
  let reader: Client
  let everything: Client

  beforeAll(async () => {
    app = await createTestApp()
    for (const role of staffRoles) clients.set(role, await staffClient(app, role))
    broker = await brokerClient(app)
    reader = await keyClient(app, ['admin_area.read'])
    everything = await keyClient(app, scopes)
  })
  afterAll(() => app?.close())

  it('knows a valid body for every endpoint that takes one', () => {
    for (const endpoint of endpoints) {
      const parsed = endpoint.body.safeParse(bodies.get(endpoint))
      expect(parsed.error?.issues, nameOf(endpoint)).toBeUndefined()
    }
  })

  // Covers: roles-audit-1
  it.each(guarded)('$name: each role as the policy table says', async ({ endpoint, access }) => {
    for (const role of staffRoles) {
      // a long run takes longer than a proof of identity counts
      if (needsStepUp(endpoint)) clients.set(role, await staffClient(app, role))
      const { status, body } = await ask(clients.get(role) ?? visitor(app), endpoint)
      if (endsSession.includes(endpoint)) clients.set(role, await staffClient(app, role))
      if (roleMay(role, access)) {
        expect([401, 403], `${role}: ${body}`).not.toContain(status)
        expect(status, `${role}: ${body}`).toBeLessThan(500)
      } else {
        expect(status, role).toBe(403)
        expect(errorBody.parse(JSON.parse(body)).message).toBe(refusalText(access))
      }
    }
  })

  // Covers: integrations-1, integrations-4
  it.each(guarded)('$name: each API key as its scopes say', async ({ endpoint, access }) => {
    const message = ({ body }: { body: string }) => errorBody.parse(JSON.parse(body)).message
    const whole = await ask(everything, endpoint)
    if (isScope(access) && !forPeople.includes(endpoint)) {
      expect([401, 403], whole.body).not.toContain(whole.status)
      expect(whole.status, whole.body).toBeLessThan(500)
    } else {
      expect(whole.status, whole.body).toBe(403)
      expect(message(whole)).toMatch(/person/)
    }
    if (access === 'admin_area.read') return
    const narrow = await ask(reader, endpoint)
    expect(narrow.status).toBe(403)
    expect(message(narrow)).toBe(isScope(access) ? `This API key lacks the scope ${access}.` : NEEDS_PERSON)
  })

  it.each(portal)('$name: refuses an API key', async ({ endpoint }) => {
    expect((await ask(everything, endpoint)).status).toBe(401)
  })

  // Covers: roles-audit-1
  it.each(portal)('$name: lets a broker in', async ({ endpoint }) => {
    const { status, body } = await ask(broker, endpoint)
    if (endsSession.includes(endpoint)) broker = await brokerClient(app)
    expect([401, 403], body).not.toContain(status)
    expect(status, body).toBeLessThan(500)
  })

  // Covers: roles-audit-1
  it('asks nobody to sign in for what is public', async () => {
    const open = endpoints.filter(({ access }) => access === 'public')
    const answers = await Promise.all(open.map(async (e) => [nameOf(e), (await ask(visitor(app), e)).status]))
    expect(Object.fromEntries(answers)).toEqual({
      // anonymous clients and wrong passwords get 401
      'GET /api/auth/user': 401,
      'POST /api/login': 401,
      'POST /api/logout': 200,
      'POST /api/login/verify': 401,
      'POST /api/login/passkey/options': 200,
      'POST /api/login/passkey': 401,
      'POST /api/broker/login/passkey/options': 200,
      'POST /api/broker/login/passkey': 401,
      'GET /api/login': 302,
      'GET /api/auth/demo': 200,
      'GET /api/auth/sign-on': 200,
      'GET /api/auth/sso': 302,
      'GET /api/auth/sso/callback': 302,
      'POST /api/forgot-password': 200,
      'POST /api/reset-password': 422,
      'POST /api/reset-password/check': 422,
      'POST /api/broker/login': 401,
      'POST /api/broker/login/verify': 401,
      'POST /api/broker/register': 201,
      'POST /api/broker/verify': 404,
      'POST /api/broker/verify/check': 404,
      'POST /api/broker/verify/resend': 200,
      'POST /api/broker/forgot-password': 200,
      'POST /api/broker/reset-password': 422,
      'POST /api/broker/reset-password/check': 422,
      'GET /api/brand': 200,
      'GET /api/brand/logo/:hash': 404,
      'GET /offline': 200,
      'POST /api/invitation/check': 404,
      'POST /api/invitation': 404,
      'GET /api/broker/document-types': 200,
      // pictures require a signature in their address
      'GET /api/broker/documents/:id/thumbnail': 401,
      'GET /api/documents/:id/pages/:page': 401,
      // no vendor is configured here
      'POST /api/calendars/notifications/:service': 202,
      'GET /api/calendars/consent/:service': 302,
      'POST /api/webhooks/twilio/:topic': 404,
      'POST /api/webhooks/vapi': 404,
      'GET /s/:code': 404,
      // not published
      'GET /api/status': 404,
      'GET /status': 404,
      'GET /booking': 200,
      'GET /booking/manage/:token': 404,
      'GET /booking/manage/:token/meeting.ics': 404,
      'GET /api/public/register/:number': 200,
      'GET /api/bookings/availability': 200,
      'POST /api/bookings': 422,
      'GET /api/bookings/manage/:token': 404,
      'POST /api/bookings/manage/:token': 404,
      'GET /calendar/:file': 404,
      'GET /decisions/:token': 404,
      'POST /api/decisions/:token/contests': 404,
      'GET /privacy/automated-decisions': 200,
      'GET /verify': 200,
      'POST /verify': 200,
      'GET /verify/report': 200,
      'POST /verify/report': 200,
      'GET /verify/complaint': 200,
      'POST /verify/complaint': 200,
      'GET /.well-known/brokerline-numbers.json': 200,
      'GET /.well-known/brokerline-key.json': 200,
      'GET /reports/unsubscribe/:token': 404,
      'POST /reports/unsubscribe/:token': 404,
      'GET /accreditation': 200,
      'GET /accreditation/resume/:token': 404,
      'GET /accreditation/status/:token': 404,
      // the form must be multipart
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
