import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { stepUpEndpoints } from '#contract/accounts/step-up.ts'
import { endpoints } from '#server/endpoints.ts'
import { type IssuerDouble, startIssuer } from '#test/doubles/issuer-double.ts'
import { ask, nameOf } from '#test/surface/every-endpoint.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, PASSWORD, staffClient, visitor } from '#test/worlds/client.ts'
import { cookieOf } from '#test/worlds/sign-in.ts'
import { comeBack, REDIRECT_URI, setUpSignOn, toIssuer } from '#test/worlds/sign-on.ts'

const RETENTION = { periods: { jobs: { count: 90, unit: 'days' } } }

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())
afterEach(() => vi.useRealTimers())

const later = (minutes: number) => vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ['Date'] })
const codeOf = async (client: Client) => {
  const answer = await client.send('PATCH', '/api/retention', RETENTION)
  return answer.statusCode === 200 ? 'ok' : answer.json().code
}

// Covers: sign-sessions-27
describe('changes of keys, access and retention', () => {
  it('are endpoints that exist', () => {
    const names = endpoints.map(nameOf)
    for (const name of stepUpEndpoints) expect(names).toContain(name)
  })

  it('ask again who it is after ten minutes, each of them, and other changes do not', async () => {
    later(11)
    for (const endpoint of endpoints.filter((one) => stepUpEndpoints.includes(nameOf(one)))) {
      const { status, body } = await ask(admin, endpoint)
      expect([status, JSON.parse(body).code], nameOf(endpoint)).toEqual([403, 'confirm_identity'])
    }
    expect((await admin.send('PATCH', '/api/organisation', { agentName: 'Alex' })).statusCode).toBe(200)
  })

  it('are open for ten minutes after the right password, in this session alone', async () => {
    const other = await staffClient(app, 'admin')
    later(11)
    const wrong = await admin.send('POST', '/api/confirm-identity', { password: 'wrong-Horse-1' })
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      400,
      { password: 'Current password is incorrect' },
    ])
    expect(await codeOf(admin)).toBe('confirm_identity')
    expect((await admin.send('POST', '/api/confirm-identity', { password: PASSWORD })).statusCode).toBe(200)
    expect(await codeOf(admin)).toBe('ok')
    expect(await codeOf(other)).toBe('confirm_identity')
    later(11)
    expect(await codeOf(admin)).toBe('confirm_identity')
  })
})

describe('a proof by single sign-on', () => {
  let issuer: IssuerDouble
  beforeAll(async () => {
    issuer = await startIssuer(REDIRECT_URI)
    await setUpSignOn(await staffClient(app, 'admin'), issuer)
    issuer.employee = {
      sub: 'ada',
      email: 'ada@bank.example',
      email_verified: true,
      groups: ['brokerline-admins'],
    }
  })
  afterAll(() => issuer?.close())

  const seconds = () => Math.floor(Date.now() / 1000)
  const signedInAt = async (authTime: number | undefined, query = '') => {
    issuer.change = (claims) => void Object.assign(claims, { auth_time: authTime })
    return visitor(app, cookieOf(await comeBack(app, await toIssuer(app, query))))
  }

  it('counts from the time at which the issuer asked the person', async () => {
    expect(await codeOf(await signedInAt(seconds() - 30))).toBe('ok')
    expect(await codeOf(await signedInAt(seconds() - 900))).toBe('confirm_identity')
    expect(await codeOf(await signedInAt(seconds() - 900, '?again=1'))).toBe('confirm_identity')
  })

  it('needs a sign-in that asked for it, where the issuer does not give that time', async () => {
    expect(await codeOf(await signedInAt(undefined))).toBe('confirm_identity')
    expect(await codeOf(await signedInAt(undefined, '?again=1'))).toBe('ok')
  })
})
