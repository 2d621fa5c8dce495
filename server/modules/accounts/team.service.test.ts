import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '#contract/accounts/team.ts'
import type { StaffRole } from '#contract/policy.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, PASSWORD, signedIn, staffClient, visitor } from '#test/worlds/client.ts'
import { runSendReset } from './passwords.ts'
import { createStaff } from './staff-accounts.ts'

const DAY_MS = 86_400_000
let now: Date
let app: TestApp
let admin: Client
let people = 0

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  admin = await staffClient(app, 'admin')
})

const newcomer = (role: StaffRole = 'lender') => ({
  ...{ email: `Newcomer.${++people}@staff.example`, firstName: 'Ines', lastName: 'Novak', role },
})

async function invite(body = newcomer()): Promise<Member> {
  const answer = await admin.send('POST', '/api/users', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** The token in the newest invitation to an address. */
async function mailedToken(email: string): Promise<string> {
  const { body } = await app.connection.db
    .selectFrom('messages')
    .select('body')
    .where('recipient', '=', email.toLowerCase())
    .where('template', '=', 'staff_invited')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\?invitation=(\S+)/.exec(body)?.[1] ?? ''
}

const check = (token: string) => visitor(app).send('POST', '/api/invitation/check', { token })
const accept = (token: string, password?: string) =>
  visitor(app).send('POST', '/api/invitation', { token, ...(password && { password }) })
const listed = async (id: number): Promise<Member | undefined> =>
  (await admin.get('/api/users')).json<Member[]>().find((member) => member.id === id)

async function addMember(role: StaffRole): Promise<{ id: number; email: string; client: Client }> {
  const { email, ...name } = newcomer(role)
  const id = await createStaff(app.ctx(), { ...name, email, password: PASSWORD })
  return { id, email: email.toLowerCase(), client: await signedIn(app, email) }
}

describe('an invitation', () => {
  // Covers: team-1
  it('is accepted by a click with a password, never by opening the link, and only then the role counts', async () => {
    const member = await invite()
    const email = member.email
    expect(member).toMatchObject({ email: email.toLowerCase(), role: 'lender', status: 'invited' })
    const token = await mailedToken(email)
    for (let opened = 0; opened < 2; opened++) {
      expect((await check(token)).json()).toEqual({
        email,
        firstName: 'Ines',
        role: 'lender',
        needsPassword: true,
      })
    }
    await expect(signedIn(app, email)).rejects.toThrow('401')
    expect((await accept(token)).json()).toMatchObject({
      code: 'invalid',
      fields: { password: 'Enter a password' },
    })
    expect((await accept(token, 'password1')).json()).toMatchObject({ code: 'invalid' })
    expect((await accept(token, PASSWORD)).json()).toEqual({ email })
    const client = await signedIn(app, email)
    expect((await client.get('/api/auth/user')).json()).toMatchObject({ id: member.id, role: 'lender' })
    expect(await listed(member.id)).toMatchObject({ status: 'active', invitedAt: null })
  })

  // Covers: team-1
  it('works once, and for seven days', async () => {
    const used = await invite()
    const token = await mailedToken(used.email)
    const both = await Promise.all([accept(token, PASSWORD), accept(token, 'another-Password-9')])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    expect((await check(token)).statusCode).toBe(404)

    const late = await mailedToken((await invite()).email)
    now = new Date(now.getTime() + 7 * DAY_MS - 1000)
    expect((await check(late)).statusCode).toBe(200)
    now = new Date(now.getTime() + 2000)
    expect((await check(late)).json()).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('seven days'),
    })
    expect((await accept(late, PASSWORD)).statusCode).toBe(404)
  })

  // Covers: team-2
  it('that is sent again, by an admin or on asking for a new password, ends the former link', async () => {
    const { id, email } = await invite()
    const first = await mailedToken(email)
    expect((await admin.send('POST', `/api/users/${id}/invitation`)).statusCode).toBe(200)
    const second = await mailedToken(email)
    expect([(await check(first)).statusCode, (await check(second)).statusCode]).toEqual([404, 200])
    await runSendReset(app.ctx(), { email, audience: 'staff' })
    const third = await mailedToken(email)
    expect([(await check(second)).statusCode, (await check(third)).statusCode]).toEqual([404, 200])
    expect((await accept(third, PASSWORD)).statusCode).toBe(200)
    expect((await admin.send('POST', `/api/users/${id}/invitation`)).statusCode).toBe(409)
  })

  // Covers: team-2
  it('that is withdrawn opens nothing, and the address can be invited again', async () => {
    const body = newcomer()
    const { id, email } = await invite(body)
    const token = await mailedToken(email)
    expect((await admin.send('DELETE', `/api/users/${id}/invitation`)).statusCode).toBe(200)
    expect((await accept(token, PASSWORD)).statusCode).toBe(404)
    expect(await listed(id)).toBeUndefined()
    await invite(body)
    expect((await admin.send('POST', '/api/users', body)).json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has been invited already'),
    })
  })

  // Covers: team-3
  it('to a broker keeps their portal account and its password', async () => {
    const { email, ...name } = newcomer('viewer')
    const id = await createStaff(app.ctx(), { ...name, email, password: PASSWORD })
    await app.connection.db.updateTable('users').set({ role: null }).where('id', '=', id).execute()
    expect(await invite({ ...name, email })).toMatchObject({ id, status: 'invited' })
    await expect(signedIn(app, email)).rejects.toThrow('401')
    const token = await mailedToken(email)
    expect((await check(token)).json()).toMatchObject({ needsPassword: false })
    expect((await accept(token, 'a-strangers-Password-7')).statusCode).toBe(200)
    await expect(signedIn(app, email, 'a-strangers-Password-7')).rejects.toThrow('401')
    await signedIn(app, email)
  })

  it('stands in no table in a form that opens an account, but in its mail', async () => {
    const { email } = await invite()
    const token = await mailedToken(email)
    const rows = await app.connection.db
      .selectFrom('users')
      .select('invitationHash')
      .where('email', '=', email)
      .execute()
    expect(rows[0]?.invitationHash).toHaveLength(43)
    expect(rows[0]?.invitationHash).not.toBe(token)
  })
})

describe('the team', () => {
  // Covers: team-6
  it('is kept by admins alone', async () => {
    const { id } = await addMember('viewer')
    for (const role of ['lender', 'compliance', 'viewer'] as const) {
      const client = await staffClient(app, role)
      const answers = [
        await client.get('/api/users'),
        await client.send('POST', '/api/users', newcomer('admin')),
        await client.send('PATCH', `/api/users/${id}`, { role: 'admin' }),
        await client.send('DELETE', `/api/users/${id}/two-factor`),
      ]
      expect([role, answers.map(({ statusCode }) => statusCode)]).toEqual([role, [403, 403, 403, 403]])
    }
  })

  // Covers: team-4
  it('changes a role from the next request on, and keeps what was before in the audit log', async () => {
    const { id, client } = await addMember('viewer')
    expect((await client.send('POST', '/api/suppressions', {})).statusCode).toBe(403)
    const changed = await admin.send('PATCH', `/api/users/${id}`, { role: 'lender', firstName: 'Ina' })
    expect(changed.json()).toMatchObject({ role: 'lender', firstName: 'Ina' })
    expect((await client.send('POST', '/api/suppressions', {})).statusCode).toBe(400)
    const [row] = (await admin.get('/api/audit?action=user.changed&limit=1')).json()
    expect(row).toMatchObject({
      before: { role: 'viewer', firstName: 'Ines' },
      after: { role: 'lender', firstName: 'Ina' },
    })
  })

  // Covers: team-4
  it('signs out who is deactivated, and lets them in again once they are reactivated', async () => {
    const { id, email, client } = await addMember('lender')
    expect((await listed(id))?.lastSeenAt).not.toBeNull()
    expect((await admin.send('PATCH', `/api/users/${id}`, { active: false })).json()).toMatchObject({
      status: 'deactivated',
    })
    expect((await client.get('/api/auth/user')).statusCode).toBe(401)
    await expect(signedIn(app, email)).rejects.toThrow('401')
    await admin.send('PATCH', `/api/users/${id}`, { active: true })
    await signedIn(app, email)
  })

  // Covers: team-4
  it('lets nobody change their own role, deactivate themselves, or switch off an invitation', async () => {
    const self = (await admin.get('/api/users')).json<Member[]>().find(({ isSelf }) => isSelf)
    for (const change of [{ role: 'viewer' }, { active: false }]) {
      expect((await admin.send('PATCH', `/api/users/${self?.id}`, change)).statusCode).toBe(409)
    }
    expect((await admin.send('DELETE', `/api/users/${self?.id}/two-factor`)).statusCode).toBe(409)
    expect(
      (await admin.send('PATCH', `/api/users/${(await invite()).id}`, { active: false })).statusCode,
    ).toBe(409)
  })

  // Covers: team-5
  it('turns two-factor off for who has lost their codes: signed out, told by email, and in the audit log', async () => {
    const { id, email, client } = await addMember('lender')
    expect((await admin.send('DELETE', `/api/users/${id}/two-factor`)).statusCode).toBe(409)
    const { db } = app.connection
    await db.updateTable('users').set({ twoFactorEnabled: true }).where('id', '=', id).execute()
    await db.insertInto('twoFactors').values({ userId: id, secret: 'x', backupCodes: 'x' }).execute()
    expect((await admin.send('DELETE', `/api/users/${id}/two-factor`)).json()).toMatchObject({
      twoFactorEnabled: false,
    })
    expect((await client.get('/api/auth/user')).statusCode).toBe(401)
    await signedIn(app, email)
    const mail = await db
      .selectFrom('messages')
      .select('subject')
      .where('recipient', '=', email)
      .executeTakeFirst()
    expect(mail?.subject).toBe('Two-factor sign-in was turned off')
    expect((await admin.get('/api/audit?action=two_factor.reset&limit=1')).json()).toMatchObject([
      { subject: 'Ines Novak' },
    ])
  })

  it.each([
    ['somebody who is not staff', '/api/users/2000000000', 404],
    ['an address that is none', '/api/users', 400],
  ])('refuses %s', async (_what, url, status) => {
    const method = status === 404 ? 'PATCH' : 'POST'
    const body = { ...newcomer(), email: 'no address' }
    expect((await admin.send(method, url, status === 404 ? { firstName: 'Ines' } : body)).statusCode).toBe(
      status,
    )
  })
})
