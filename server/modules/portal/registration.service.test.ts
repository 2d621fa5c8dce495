import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CHECK_MAIL } from '#contract/accounts/broker-accounts.ts'
import { invite } from '#server/modules/accounts/invitations.ts'
import { signToken } from '#server/platform/crypto/token.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { portalToken } from '#test/worlds/broker-client.ts'
import { PASSWORD, visitor } from '#test/worlds/client.ts'
import { addStaff, postSignIn } from '#test/worlds/sign-in.ts'
import { linkOnSignIn } from './link-account.ts'
import { deleteExpiredRegistrations } from './registration.store.ts'

const HOUR_MS = 3_600_000
let app: TestApp
let clock = new Date('2026-11-24T00:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
})
afterAll(() => app?.close())

let email: string
let count = 0
beforeEach(() => {
  email = `dana.cole.${++count}@example.com`
})

const person = () => ({
  name: 'Dana  Cole',
  email,
  phone: '0491 570 156',
  company: 'Cole Lending',
  region: 'VIC',
  asicNumber: '400123',
  membership: 'MFAA',
  password: PASSWORD,
})
const post = (path: string, body: object) => visitor(app).send('POST', `/api/broker/${path}`, body)
const register = (over: object = {}) => post('register', { ...person(), ...over })
const verify = (token: string, password: string | undefined = PASSWORD) => post('verify', { token, password })
const check = (token: string) => post('verify/check', { token })

const mails = (to = email) =>
  app.connection.db
    .selectFrom('messages')
    .select(['template', 'subject', 'body', 'brokerId'])
    .where('recipient', '=', to)
    .orderBy('id')
    .execute()
const tokens = async (to = email): Promise<string[]> =>
  (await mails(to)).flatMap(({ body }) => /\/broker-portal\/verify\?token=(\S+)/.exec(body)?.[1] ?? [])
const lastToken = async (): Promise<string> => (await tokens()).at(-1) ?? ''
const user = (of = email) =>
  app.connection.db.selectFrom('users').selectAll().where('email', '=', of).executeTakeFirst()
const brokersOf = (of = email) =>
  app.connection.db
    .selectFrom('brokers')
    .selectAll()
    .where(sql`lower(email)`, '=', of)
    .orderBy('id')
    .execute()
const waiting = (of = email) =>
  app.connection.db
    .selectFrom('brokerRegistrations')
    .selectAll()
    .where('email', '=', of)
    .where('usedAt', 'is', null)
    .execute()
const addBroker = async (values: object = {}): Promise<number> => {
  const row = { name: 'On Record', email: email.toUpperCase(), ...values }
  const { id } = await app.connection.db
    .insertInto('brokers')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('registering', () => {
  // Covers: broker-portal-registering-1, broker-portal-registering-5
  it('makes nothing but a mail; its link makes the account and the broker, who signs in', async () => {
    const answer = await register({ email: email.toUpperCase() })
    expect([answer.statusCode, answer.json()]).toEqual([201, { message: CHECK_MAIL }])
    expect([await user(), await brokersOf()]).toEqual([undefined, []])
    expect(await mails()).toMatchObject([
      { template: 'verify_email', subject: 'Verify your email address', brokerId: null },
    ])
    expect((await mails())[0]?.body).toContain('valid until Wed 25 Nov, 11:00 am AEDT')

    const verified = await verify(await lastToken())
    expect([verified.statusCode, verified.json()]).toEqual([200, { email, password: 'set' }])
    const [broker] = await brokersOf()
    expect(broker).toMatchObject({
      ...{ name: 'Dana Cole', phone: '+61491570156', company: 'Cole Lending', region: 'VIC' },
      ...{ asicNumber: '400123', membership: 'MFAA', timezone: 'Australia/Melbourne' },
      // registering is not consent to calls
      ...{ callBasis: 'none', callBasisSource: 'Portal registration', callBasisAt: null },
    })
    expect(await user()).toMatchObject({
      name: 'Dana Cole',
      emailVerified: true,
      brokerId: broker?.id,
      role: null,
    })
    expect(await portalToken(app, email)).toMatch(/\./)
    expect((await postSignIn(app, { email })).statusCode).toBe(401)

    const { db } = app.connection
    const activities = await db
      .selectFrom('activities')
      .select(['type', 'description'])
      .where('brokerId', '=', broker?.id ?? 0)
      .execute()
    expect(activities).toEqual([
      { type: 'portal_registered', description: 'Registered for the broker portal' },
    ])
    const audited = await db
      .selectFrom('auditLog')
      .select(['action', 'actor'])
      .where('action', 'in', ['registration.received', 'user.created', 'user.linked', 'broker.created'])
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
    expect(audited.reverse()).toEqual([
      { action: 'registration.received', actor: 'visitor' },
      { action: 'user.created', actor: 'visitor' },
      { action: 'broker.created', actor: 'Portal registration' },
      { action: 'user.linked', actor: 'visitor' },
    ])
  })

  // Covers: broker-portal-registering-1
  it('is completed by a click with a password, never by opening the link', async () => {
    await addBroker()
    await register({ password: 'stranger-Password-1' })
    const token = await lastToken()
    const stated = { name: 'Dana Cole', phone: '+61491570156', company: 'Cole Lending', asicNumber: '400123' }
    for (const _opened of ['by a scanner', 'by the broker']) {
      expect((await check(token)).json()).toEqual({ email, completed: false, needsPassword: true, ...stated })
    }
    expect([await user(), (await waiting()).length]).toEqual([undefined, 1])
    const without = await post('verify', { token })
    expect([without.statusCode, without.json().fields]).toEqual([400, { password: 'Enter a password' }])
    expect((await verify(token, 'short')).statusCode).toBe(400)
    expect([await user(), (await waiting()).length]).toEqual([undefined, 1])
    await verify(token)
    await expect(portalToken(app, email, 'stranger-Password-1')).rejects.toThrow('401')
    expect(await portalToken(app, email)).toMatch(/\./)
  })

  // Covers: broker-portal-registering-1
  it('changes nothing more by a link that was used, and says so for as long as it lasts', async () => {
    await register()
    const token = await lastToken()
    await verify(token)
    clock = new Date(clock.getTime() + 24 * HOUR_MS - 1000)
    expect((await check(token)).json()).toMatchObject({ email, completed: true, needsPassword: false })
    expect((await verify(token, 'another-Password-1')).json()).toEqual({ email, password: 'existing' })
    expect(await portalToken(app, email)).toMatch(/\./)
    expect(await brokersOf()).toHaveLength(1)
    clock = new Date(clock.getTime() + 1000)
    expect([(await check(token)).statusCode, (await verify(token)).statusCode]).toEqual([404, 404])
  })

  // Covers: broker-portal-registering-2
  it('answers the same for everybody, and only the mail tells who has an account', async () => {
    const known = { member: `member.${email}`, staff: `staff.${email}`, locked: `locked.${email}` }
    await register({ email: known.member })
    await verify((await tokens(known.member))[0] ?? '')
    await addStaff(app, known.staff)
    await addStaff(app, known.locked)
    await app.connection.db
      .updateTable('users')
      .set({ disabledAt: clock })
      .where('email', '=', known.locked)
      .execute()
    const answers = await Promise.all(
      [email, ...Object.values(known)].map((address) => register({ email: address })),
    )
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    const last = async (to: string) => (await mails(to)).at(-1)?.template
    expect(await Promise.all([email, ...Object.values(known)].map(last))).toEqual([
      'verify_email',
      'account_exists',
      'verify_email',
      'account_exists',
    ])
    expect([await waiting(known.member), await waiting(known.locked)]).toEqual([[], []])
  })

  // Covers: broker-portal-registering-9
  it('keeps a password only as a hash, and not even that once the registration is settled', async () => {
    await register()
    const [row] = await waiting()
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
    expect(row?.passwordHash).toMatch(/.{40}/)
    await verify(await lastToken())
    const { rows } = await sql<{
      hashes: number
    }>`select count(*) filter (where password_hash <> '')::int as hashes
      from broker_registrations where email = ${email}`.execute(app.connection.db)
    expect(rows).toEqual([{ hashes: 0 }])
  })

  // Covers: broker-portal-registering-2
  it('writes at most three mails an hour to an address, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register()))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect((await post('verify/resend', { email })).json()).toEqual({ ok: true })
    expect([(await mails()).length, (await waiting()).length]).toEqual([3, 3])
    clock = new Date(clock.getTime() + HOUR_MS)
    await post('verify/resend', { email })
    expect(await mails()).toHaveLength(4)
  })

  // Covers: broker-portal-registering-3
  it.each([
    ['a short name', { name: ' D ' }, { name: 'Name must be at least 2 characters' }],
    ['a wrong address', { email: 'dana' }, { email: 'Invalid email address' }],
    ['a short number', { phone: '0491 570' }, { phone: 'Phone number must be at least 10 digits' }],
    ['a short password', { password: '1234567' }, { password: 'Password must be at least 8 characters' }],
    [
      'a password of 10,000 characters',
      { password: 'p'.repeat(10_000) },
      { password: 'Password is too long' },
    ],
    [
      'the own address as a password',
      { email: 'dana@cole.example', password: 'dana@cole.example' },
      {
        password: expect.stringMatching(
          /^This password is made of your name, your address or words of ours\./,
        ),
      },
    ],
    [
      'a password that comes first',
      { password: 'qwertyuiop' },
      { password: expect.stringContaining('Choose a longer one') },
    ],
    ['an unknown state', { region: 'Bavaria' }, { region: 'Choose a state' }],
    ['a name of 100,000 characters', { name: 'x'.repeat(100_000) }, { name: 'At most 200 characters' }],
    ['a list for an address', { email: ['a@example.com'] }, { email: 'Invalid email address' }],
    [
      'a number of nobody',
      { phone: '0000 000 0000' },
      { phone: expect.stringMatching(/^Enter a valid phone/) },
    ],
    ['a service number', { phone: '1300 975 707' }, { phone: expect.stringContaining('13 and 1300') }],
    ['a number abroad', { phone: '+44 20 7946 0018' }, { phone: expect.stringContaining('only Australian') }],
  ])('refuses %s at its field, and keeps nothing', async (_what, wrong, fields) => {
    const answer = await register(wrong)
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid', fields }])
    expect([await waiting(), await mails()]).toEqual([[], []])
  })

  // Covers: broker-portal-registering-3
  it('takes names and companies as they are, and refuses what cannot be stored', async () => {
    const odd = { name: "Siobhán O'Callaghan <b>", company: `'; drop table users; --`, membership: 'Both' }
    await register({ ...odd, region: '', asicNumber: ' ' })
    await verify(await lastToken())
    expect(await brokersOf()).toMatchObject([{ ...odd, region: null, asicNumber: null, timezone: null }])
    expect((await register({ email: `nul.${email}`, name: 'a\u0000b' })).statusCode).toBe(400)
  })
})

describe('a broker on record', () => {
  // Covers: broker-portal-registering-4
  it('is linked with what stands there; only blanks are filled', async () => {
    const id = await addBroker({
      phone: '+61355501234',
      region: 'NSW',
      company: '',
      callBasis: 'express',
      callBasisSource: 'Letter',
    })
    await register()
    await verify(await lastToken())
    expect(await brokersOf()).toMatchObject([
      {
        ...{ id, name: 'On Record', phone: '+61355501234', region: 'NSW', callBasis: 'express' },
        ...{ company: 'Cole Lending', asicNumber: '400123', membership: 'MFAA' },
      },
    ])
    expect(await user()).toMatchObject({ brokerId: id })
  })

  // Covers: broker-portal-registering-4
  it('is the newest that has no account; nobody takes over one that has', async () => {
    const oldest = await addBroker()
    const middle = await addBroker()
    const taken = await addBroker()
    const other = { email: `other.${email}`, name: 'Other', brokerId: taken }
    await app.connection.db.insertInto('users').values(other).execute()
    await register()
    await verify(await lastToken())
    expect(await user()).toMatchObject({ brokerId: middle })
    expect(await user(other.email)).toMatchObject({ brokerId: taken })
    expect((await brokersOf()).map(({ id }) => id)).toEqual([oldest, middle, taken])
  })

  // Covers: broker-portal-registering-4
  it('is linked at the sign-in of somebody whose address is verified, once, and to nobody else', async () => {
    const id = await addBroker()
    const unverified = await app.connection.db
      .insertInto('users')
      .values({ email, name: 'Not yet' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await linkOnSignIn(app.ctx(), unverified.id)).toBeNull()
    await app.connection.db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('email', '=', email)
      .execute()
    const links = await Promise.all(Array.from({ length: 5 }, () => linkOnSignIn(app.ctx(), unverified.id)))
    expect(new Set(links)).toEqual(new Set([id]))
    expect(await linkOnSignIn(app.ctx(), await addStaff(app, `staff.${email}`))).toBeNull()
    const { rows } = await sql`select from audit_log where action = 'user.linked'
      and subject_id = ${String(unverified.id)}`.execute(app.connection.db)
    expect(rows).toHaveLength(1)
  })
})

describe('a member of staff', () => {
  // Covers: broker-portal-registering-5
  it('becomes a broker too by their mail, and keeps name and password', async () => {
    const id = await addStaff(app, email)
    await register({ password: 'another-Password-1' })
    expect((await mails())[0]?.body).toContain('keep signing in with its password, the new one is not used')
    expect((await check(await lastToken())).json()).toMatchObject({ needsPassword: false })
    const verified = await post('verify', { token: await lastToken() })
    expect(verified.json()).toEqual({ email, password: 'existing' })
    const [broker] = await brokersOf()
    expect(await user()).toMatchObject({ id, role: 'lender', name: 'Test lender', brokerId: broker?.id })
    expect((await postSignIn(app, { email })).statusCode).toBe(200)
    expect(await portalToken(app, email)).toMatch(/\./)
    await expect(portalToken(app, email, 'another-Password-1')).rejects.toThrow('401')
  })
})

describe('a link', () => {
  it('promises no former password to who is invited to the staff and has none yet', async () => {
    const invited = { email, firstName: 'Dana', lastName: 'Cole', role: 'lender' } as const
    await invite(await app.staff('admin'), invited)
    await register()
    await post('verify/resend', { email })
    const written = (await mails()).filter(({ template }) => template !== 'staff_invited')
    expect(written.map(({ template }) => template)).toEqual(['verify_email', 'verify_email'])
    for (const { body } of written) {
      expect(body).toContain('and to set its password')
      expect(body).not.toContain('keep signing in with its password')
    }
    expect((await check(await lastToken())).json()).toMatchObject({ needsPassword: true })
    expect((await verify(await lastToken())).json()).toEqual({ email, password: 'set' })
  })

  // Covers: broker-portal-registering-6
  it('opens nothing when it was forged, garbled, or made for something else', async () => {
    await register()
    const token = await lastToken()
    const [row] = await waiting()
    const { secret } = app.providers
    const later = new Date(clock.getTime() + HOUR_MS)
    const wrong = [
      `${token}x`,
      token.slice(1),
      'garbled',
      signToken(secret, { purpose: 'booking', id: row?.id ?? 0 }, later),
      signToken('another-secret', { purpose: 'verify_email', id: row?.id ?? 0 }, later),
      signToken(secret, { purpose: 'verify_email', id: 2_000_000_000 }, later),
    ]
    for (const sent of wrong) {
      for (const answer of [await check(sent), await verify(sent)]) {
        expect([sent, answer.statusCode]).toEqual([sent, 404])
        expect(answer.json().message).toMatch(/^This link no longer works/)
      }
    }
    expect((await post('verify', {})).statusCode).toBe(400)
    expect(await user()).toBeUndefined()
  })

  // Covers: broker-portal-registering-6
  it('opened many times at once makes one account and one broker', async () => {
    await register()
    const token = await lastToken()
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(token)))
    const said = answers.map((answer) => answer.json().password)
    expect(said.toSorted()).toEqual([...Array(7).fill('existing'), 'set'])
    expect(await brokersOf()).toHaveLength(1)
    expect(await portalToken(app, email)).toMatch(/\./)
  })

  // Covers: broker-portal-registering-6
  it('of two for one address, opened at once, makes one account with the password of one of them', async () => {
    await register()
    // somebody else registers the same address
    await register({ password: 'stranger-Password-1', name: 'Mallory Vane', phone: '0491 570 157' })
    const both = await tokens()
    const answers = await Promise.all([...both, ...both].map((token) => verify(token, 'mailbox-Password-1')))
    const said = answers.map((answer) => answer.json().password)
    expect(said.toSorted()).toEqual(['existing', 'existing', 'existing', 'set'])
    expect(await brokersOf()).toHaveLength(1)
    for (const password of [PASSWORD, 'stranger-Password-1']) {
      await expect(portalToken(app, email, password)).rejects.toThrow('401')
    }
    expect(await waiting()).toEqual([])
    expect(await portalToken(app, email, 'mailbox-Password-1')).toMatch(/\./)
  })

  // Covers: broker-portal-registering-2
  it('comes again when asked for, the newest one, and nothing comes where nobody waits', async () => {
    await register()
    expect((await post('verify/resend', { email: email.toUpperCase() })).json()).toEqual({ ok: true })
    const [first, again] = await tokens()
    expect(again).toBe(first)
    expect((await post('verify/resend', { email: `nobody.${email}` })).json()).toEqual({ ok: true })
    expect(await mails(`nobody.${email}`)).toEqual([])
    await verify(first ?? '')
    await post('verify/resend', { email })
    expect(await tokens()).toHaveLength(2)
  })
})

describe('tidying', () => {
  // Covers: broker-portal-registering-1
  it('removes what nobody verified in time, and leaves what still waits', async () => {
    await register()
    clock = new Date(clock.getTime() + 23 * HOUR_MS)
    await register({ email: `later.${email}` })
    clock = new Date(clock.getTime() + HOUR_MS)
    await deleteExpiredRegistrations(app.ctx())
    expect([(await waiting()).length, (await waiting(`later.${email}`)).length]).toEqual([0, 1])
  })
})
