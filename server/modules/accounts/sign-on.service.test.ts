import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type IssuerDouble, startIssuer } from '#test/doubles/issuer-double.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, PASSWORD, signedIn, staffClient, visitor } from '#test/worlds/client.ts'
import { addStaff, cookieOf, postSignIn } from '#test/worlds/sign-in.ts'
import {
  comeBack,
  employeeClient,
  REDIRECT_URI,
  settingsFor,
  setUpSignOn,
  signOnAt,
  toIssuer,
} from '#test/worlds/sign-on.ts'
import { runSendReset } from './passwords.ts'

let app: TestApp
let issuer: IssuerDouble
let admin: Client
let adminId: number

beforeAll(async () => {
  issuer = await startIssuer(REDIRECT_URI)
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
  adminId = (await me(admin)).id
  await setUpSignOn(admin, issuer)
})
afterAll(async () => {
  await app?.close()
  await issuer?.close()
})

let count = 0
beforeEach(() => {
  const sub = `employee-${++count}`
  issuer.employee = {
    sub,
    ...{ email: `${sub}@bank.example`, email_verified: true, given_name: 'Noor', family_name: 'Haddad' },
    groups: ['brokerline-lenders', 'everybody'],
  }
})
afterEach(async () => {
  issuer.faults.clear()
  issuer.change = null
  const open = await signedIn(app, 'admin.client@staff.example')
  await open.send('PUT', '/api/sign-on/enforcement', { enforced: false, breakGlassUserId: null })
})

const employee = () => issuer.employee ?? { sub: 'none' }
const me = async (client: Client) => {
  const answer = await client.get('/api/auth/user')
  return { status: answer.statusCode, ...answer.json() }
}
const refusalOf = async () => (await signOnAt(app)).headers.location
const userOf = (email: string) =>
  app.connection.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const audited = async (action: string) => {
  const rows = await app.connection.db
    .selectFrom('auditLog')
    .select(['actor', 'before', 'after', 'subjectId'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute()
  return rows
}
const enforce = (breakGlassUserId: number | null) =>
  admin.send('PUT', '/api/sign-on/enforcement', { enforced: true, breakGlassUserId })

// Covers: sign-sessions-23
describe('a sign-in at the issuer', () => {
  it('brings a new employee of a mapped group to their account and role in one go', async () => {
    const journey = await toIssuer(app)
    const answer = await comeBack(app, journey)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
    const client = visitor(app, cookieOf(answer))
    expect(await me(client)).toMatchObject({
      ...{ status: 200, email: employee().email, firstName: 'Noor', lastName: 'Haddad', role: 'lender' },
      mustSetUpTwoFactor: false,
    })
    expect((await client.get('/api/campaigns')).statusCode).toBe(200)
    expect((await audited('sign_in.succeeded'))[0]).toMatchObject({ after: { method: 'sso' } })
    const sessions = await app.connection.db
      .selectFrom('credentials')
      .selectAll()
      .where('providerId', '=', 'sso')
      .execute()
    expect(
      sessions.every(({ idToken, accessToken, refreshToken }) => !idToken && !accessToken && !refreshToken),
    ).toBe(true)
  })

  it('sends state, nonce, S256 and the exact address to return to', async () => {
    const answer = await app.server.inject({ url: '/api/auth/sso' })
    const url = new URL(String(answer.headers.location))
    expect(url.origin).toBe(issuer.issuer)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'brokerline',
      code_challenge_method: 'S256',
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile email groups',
      state: expect.stringMatching(/^.{32}$/),
      nonce: expect.stringMatching(/^.{32}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
    })
  })

  it('follows the groups at each sign-in, and takes the role away with the last group', async () => {
    const first = await employeeClient(app)
    employee().groups = ['brokerline-admins', 'brokerline-lenders']
    const second = await employeeClient(app)
    expect((await me(second)).role).toBe('admin')
    employee().groups = ['everybody']
    expect(await refusalOf()).toBe('/?sso=no_group')
    expect((await me(first)).status).toBe(401)
    expect((await me(second)).status).toBe(401)
    expect((await userOf(String(employee().email)))?.role).toBeNull()
    expect((await audited('user.sso_role_changed'))[0]).toMatchObject({
      before: { role: 'admin' },
      after: { role: null },
    })
    employee().groups = ['brokerline-lenders']
    expect((await me(await employeeClient(app))).role).toBe('lender')
  })

  it('keeps the account when the address changes at the issuer, and takes the new address over', async () => {
    const { id } = await me(await employeeClient(app))
    employee().email = 'noor.new-name@bank.example'
    expect(await me(await employeeClient(app))).toMatchObject({ id, email: 'noor.new-name@bank.example' })
    // the address of another person's account stays theirs
    employee().email = 'admin.client@staff.example'
    expect(await me(await employeeClient(app))).toMatchObject({ id, email: 'noor.new-name@bank.example' })
  })

  it('links an account by a verified address once, never by an unverified one or to a second subject', async () => {
    const email = `colleague-${count}@staff.example`
    const id = await addStaff(app, email)
    employee().email = email
    employee().email_verified = false
    expect(await refusalOf()).toBe('/?sso=no_email')
    employee().email_verified = true
    expect((await me(await employeeClient(app))).id).toBe(id)
    issuer.employee = { ...employee(), sub: 'somebody-else-with-this-address' }
    expect(await refusalOf()).toBe('/?sso=address_taken')
  })

  it('does not let a deactivated account in, nor one that is in no mapped group, nor an unverified newcomer', async () => {
    const { id } = await me(await employeeClient(app))
    await admin.send('PATCH', `/api/users/${id}`, { active: false })
    expect(await refusalOf()).toBe('/?sso=disabled')
    issuer.employee = {
      sub: `x-${count}`,
      email: `x-${count}@bank.example`,
      email_verified: true,
      groups: ['everybody'],
    }
    expect(await refusalOf()).toBe('/?sso=no_group')
    issuer.employee = { sub: `y-${count}`, email: `y-${count}@bank.example`, groups: ['brokerline-lenders'] }
    expect(await refusalOf()).toBe('/?sso=no_email')
    expect(await userOf(`y-${count}@bank.example`)).toBeUndefined()
    expect((await audited('sign_in.sso_refused'))[0]?.after).toEqual({ reason: 'no_email' })
  })

  it('says when it was cancelled there, and when the issuer is down, slow to answer or broken', async () => {
    issuer.employee = null
    expect(await refusalOf()).toBe('/?sso=cancelled')
    issuer.faults.set('/.well-known/openid-configuration', 'down')
    const answer = await app.server.inject({ url: '/api/auth/sso' })
    expect(answer.headers.location).toBe('/?sso=unreachable')
    issuer.faults.set('/.well-known/openid-configuration', 'cut')
    expect((await app.server.inject({ url: '/api/auth/sso' })).headers.location).toBe('/?sso=unreachable')
  })
})

// Covers: sign-sessions-26
describe('the settings', () => {
  it('are saved after the issuer was read, and change nothing where it cannot be', async () => {
    const before = (await admin.get('/api/sign-on')).json()
    const dead = await startIssuer(REDIRECT_URI)
    await dead.close()
    const refused = await admin.send('PUT', '/api/sign-on', settingsFor(dead))
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields.issuer).toMatch(/could not be reached/)
    const misnamed = await admin.send('PUT', '/api/sign-on', settingsFor({ issuer: `${issuer.issuer}/` }))
    expect(misnamed.json().fields.issuer).toContain(`of the issuer ${issuer.issuer}. Enter exactly that.`)
    expect((await admin.get('/api/sign-on')).json()).toEqual(before)
  })

  it('never show the secret, keep it encrypted, and ask for it again with another client', async () => {
    const answer = await admin.get('/api/sign-on')
    expect(answer.json()).toMatchObject({ hasSecret: true, redirectUri: REDIRECT_URI })
    expect(answer.body).not.toContain('test-client-secret')
    const row = await app.connection.db.selectFrom('signOn').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('test-client-secret')
    const { clientSecret: _, ...rest } = settingsFor(issuer)
    expect((await admin.send('PUT', '/api/sign-on', rest)).statusCode).toBe(200)
    const other = await admin.send('PUT', '/api/sign-on', { ...rest, clientId: 'another' })
    expect(other.json().fields).toHaveProperty('clientSecret')
  })

  it('test an issuer in words', async () => {
    const good = await admin.send('POST', '/api/sign-on/test', { issuer: issuer.issuer })
    expect(good.json()).toMatchObject({
      ok: true,
      facts: expect.arrayContaining([expect.stringContaining('Keys: 1 at')]),
    })
    const bad = await admin.send('POST', '/api/sign-on/test', { issuer: 'not an address' })
    expect(bad.json()).toEqual({
      ok: false,
      facts: [expect.stringContaining('Enter the address of the issuer')],
    })
  })
})

// Covers: sign-sessions-25
describe('single sign-on as the only way', () => {
  it('needs a break-glass admin: an active admin with a password', async () => {
    for (const id of [null, 2_000_000_000]) {
      const answer = await enforce(id)
      expect([answer.statusCode, answer.json().fields?.breakGlassUserId]).toEqual([
        400,
        expect.stringContaining('Name the break-glass admin'),
      ])
    }
  })

  it('ends the other sessions, and refuses passwords, resets and invitations of staff', async () => {
    const email = `former-${count}@staff.example`
    await addStaff(app, email)
    const former = await signedIn(app, email)
    const employed = await employeeClient(app)
    expect((await enforce(adminId)).statusCode).toBe(200)
    expect((await me(former)).status).toBe(401)
    expect((await me(employed)).status).toBe(200)
    expect((await me(admin)).status).toBe(200)
    const refused = await postSignIn(app, { email })
    expect([refused.statusCode, refused.json().message]).toEqual([
      401,
      'Invalid email or password. Staff sign in with Example Bank; only the break-glass admin has a password.',
    ])
    const invitation = {
      email: `new-${count}@staff.example`,
      firstName: 'Ned',
      lastName: 'Kerr',
      role: 'lender',
    }
    expect((await admin.send('POST', '/api/users', invitation)).statusCode).toBe(409)
    await runSendReset(app.ctx(), { email, audience: 'staff' })
    expect(await audited('password.reset_sent')).toEqual([])
  })

  it('admits the break-glass admin alone while the issuer is down, and notifies the admins', async () => {
    const email = `locked-out-${count}@staff.example`
    await addStaff(app, email, 'admin')
    await enforce(adminId)
    issuer.faults.set('/.well-known/openid-configuration', 'down')
    expect((await app.server.inject({ url: '/api/auth/sso' })).headers.location).toBe('/?sso=unreachable')
    expect((await postSignIn(app, { email })).statusCode).toBe(401)
    const before = await audited('sign_in.break_glass')
    const answer = await postSignIn(app, { email: 'admin.client@staff.example', password: PASSWORD })
    expect(answer.statusCode).toBe(200)
    const after = await audited('sign_in.break_glass')
    expect([after.length - before.length, after[0]?.actor]).toEqual([1, 'admin.client@staff.example'])
    const { items } = (await visitor(app, cookieOf(answer)).get('/api/notifications')).json()
    expect(items[0].title).toMatch(/^Break-glass sign-in: /)
  })

  it('leaves the portal of the brokers as it is', async () => {
    await enforce(adminId)
    const broker = await brokerClient(app)
    expect((await broker.get('/api/broker/profile')).statusCode).toBe(200)
  })

  it('cannot be removed while it is the only way', async () => {
    await enforce(adminId)
    expect((await admin.send('DELETE', '/api/sign-on')).statusCode).toBe(409)
  })
})
