import { hashPassword as libraryHash } from 'better-auth/crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffRoles } from '#contract/policy.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { PASSWORD } from '#test/worlds/client.ts'
import { addStaff, postSignIn } from '#test/worlds/sign-in.ts'
import { audit } from './audit.ts'
import { demoAccounts } from './demo-accounts.ts'
import { createStaff } from './staff-accounts.ts'
import { switchDemoAccounts } from './switch-demo-accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const person = { email: 'new@staff.example', password: PASSWORD, firstName: 'Nia', lastName: 'Lowe' }

describe('adding staff', () => {
  it('is for admins and the system', async () => {
    for (const role of staffRoles.filter((role) => role !== 'admin')) {
      const ctx = await app.staff(role)
      await expect(createStaff(ctx, { ...person, role: 'viewer' })).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
    const visitor = app.ctx({ kind: 'visitor', ip: null })
    await expect(createStaff(visitor, { ...person, role: 'viewer' })).rejects.toMatchObject({
      code: 'not_signed_in',
    })
    const admin = await app.staff('admin')
    const id = await createStaff(admin, { ...person, email: ' NEW@staff.example ', role: 'viewer' })
    expect((await postSignIn(app, { email: 'new@staff.example' })).json()).toMatchObject({
      id,
      role: 'viewer',
    })
  })

  it('refuses an address that is taken, also by somebody who is added in the same moment', async () => {
    const same = { ...person, email: 'twice@staff.example', role: 'lender' } as const
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => createStaff(app.ctx(), same)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
    }
  })

  it.each([
    ['address', { email: 'no address' }, { email: 'Valid email is required' }],
    ['short password', { password: 'short' }, { password: 'Password must be at least 8 characters' }],
    ['long password', { password: 'x'.repeat(201) }, { password: 'Password is too long' }],
  ])('refuses a wrong %s by its field', async (_what, wrong, fields) => {
    await expect(createStaff(app.ctx(), { ...person, ...wrong, role: 'lender' })).rejects.toMatchObject({
      code: 'invalid',
      fields,
    })
  })

  // Covers: sign-sessions-4
  it('hashes a password anew at the next sign-in where its hash cost less than today’s', async () => {
    const { db } = app.connection
    const userId = await addStaff(app, 'early@staff.example')
    const former = await libraryHash(PASSWORD)
    await db.updateTable('credentials').set({ password: former }).where('userId', '=', userId).execute()
    const stored = () =>
      db.selectFrom('credentials').select('password').where('userId', '=', userId).executeTakeFirstOrThrow()
    const wrong = await postSignIn(app, { email: 'early@staff.example', password: 'another-Ship-2026' })
    expect([wrong.statusCode, (await stored()).password]).toEqual([401, former])
    for (const _turn of ['with the former hash', 'with the new one']) {
      expect((await postSignIn(app, { email: 'early@staff.example' })).statusCode).toBe(200)
      expect((await stored()).password).toMatch(/^scrypt:32768:8:3:/)
    }
  })

  // Covers: sign-sessions-4
  it('never writes a password anywhere but as a salted hash', async () => {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, ''), '') as text from (
        select to_jsonb(users) t from users union all select to_jsonb(credentials) from credentials
        union all select to_jsonb(audit_log) from audit_log) everything`.execute(app.connection.db)
    expect(rows[0]?.text).toContain('new@staff.example')
    expect(rows[0]?.text).not.toContain(PASSWORD)
  })
})

describe('the audit log', () => {
  // Covers: roles-audit-7
  it('says who, what, before, after and from where, and goes with its transaction', async () => {
    const ctx = await app.staff('compliance')
    const row = {
      action: 'thing.changed',
      subjectType: 'thing',
      subjectId: 7,
      before: { a: 1 },
      after: { a: 2 },
    }
    await ctx.tx((tx) => audit(tx, row))
    await ctx
      .tx(async (tx) => {
        await audit(tx, { ...row, action: 'thing.undone' })
        throw new Error('taken back')
      })
      .catch(() => undefined)
    const rows = await app.connection.db
      .selectFrom('auditLog')
      .selectAll()
      .where('subjectType', '=', 'thing')
      .execute()
    expect(rows).toMatchObject([
      {
        actor: 'compliance@staff.example',
        action: 'thing.changed',
        before: { a: 1 },
        after: { a: 2 },
        ip: '127.0.0.1',
      },
    ])
  })

  // Covers: roles-audit-7
  it('can be neither changed nor emptied, but survives its users', async () => {
    const { db } = app.connection
    for (const change of [`update audit_log set action = 'nothing'`, 'delete from audit_log']) {
      await expect(sql.raw(change).execute(db)).rejects.toThrow('permission denied')
      await expect(asOwner(app.databaseUrl, change)).rejects.toThrow('append-only')
    }
    await db.deleteFrom('users').where('email', '=', 'compliance@staff.example').execute()
    const [row] = await db.selectFrom('auditLog').selectAll().where('subjectType', '=', 'thing').execute()
    expect(row).toMatchObject({ actorId: null, actor: 'compliance@staff.example' })
  })
})

describe('demo accounts', () => {
  // Covers: demo-world-7, sign-sessions-3
  it('are shown with the demo world only', async () => {
    const shown = (await app.server.inject({ url: '/api/auth/demo' })).json()
    expect(shown).toMatchObject({ demo: true, external: false })
    expect(shown.accounts.map(({ role }: { role: string }) => role).sort()).toEqual(
      [...staffRoles, 'broker'].sort(),
    )
    const plain = await createTestApp({
      databaseUrl: app.databaseUrl,
      env: { DEMO: 'off', RATE_LIMITS: 'on' },
    })
    try {
      const hidden = (await plain.server.inject({ url: '/api/auth/demo' })).json()
      expect(hidden).toEqual({ demo: false, external: false, accounts: [] })
    } finally {
      await plain.close()
    }
  })

  it('let nobody in once the demo is off, but for those whose password was changed, and let in again with it', async () => {
    const world = await createTestApp()
    const env = { DEMO: 'off', RATE_LIMITS: 'on' }
    const plain = await createTestApp({ databaseUrl: world.databaseUrl, env })
    try {
      for (const account of demoAccounts) await createStaff(world.ctx(), account)
      const [own, ...others] = demoAccounts
      const passwordOf = (email: string) => (email === own?.email ? 'changed-Password-2026' : undefined)
      const password = await world.providers.signIn.hashPassword('changed-Password-2026')
      const { id } = await world.connection.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', String(own?.email))
        .executeTakeFirstOrThrow()
      await world.connection.db
        .updateTable('credentials')
        .set({ password })
        .where('userId', '=', id)
        .execute()
      const signsIn = (app: TestApp) =>
        Promise.all(
          demoAccounts.map(async ({ email, password }) => {
            const answer = await postSignIn(app, { email, password: passwordOf(email) ?? password })
            return answer.statusCode
          }),
        )
      const before = (
        await postSignIn(world, { email: String(others[0]?.email), password: others[0]?.password })
      ).headers['set-cookie']
      expect(await switchDemoAccounts(plain.ctx(), false)).toEqual(others.map(({ email }) => email))
      expect(await switchDemoAccounts(plain.ctx(), false)).toEqual([])
      expect(await signsIn(plain)).toEqual([200, 401, 401, 401])
      const cookie = String(before).split(';')[0]
      expect((await plain.server.inject({ url: '/api/auth/user', headers: { cookie } })).statusCode).toBe(401)
      const rows = await world.connection.db
        .selectFrom('auditLog')
        .select('action')
        .where('action', '=', 'user.demo_closed')
        .execute()
      expect(rows).toHaveLength(3)
      await world.connection.db
        .updateTable('users')
        .set({ disabledAt: new Date() })
        .where('email', '=', String(own?.email))
        .execute()
      expect(await switchDemoAccounts(world.ctx(), true)).toEqual(others.map(({ email }) => email))
      // an account that staff closed stays closed
      expect(await signsIn(world)).toEqual([401, 200, 200, 200])
    } finally {
      await plain.close()
      await world.close()
    }
  })

  it('have passwords that the rules accept', async () => {
    for (const account of demoAccounts) await createStaff(app.ctx(), account)
    for (const { email, password, role } of demoAccounts) {
      expect((await postSignIn(app, { email, password })).json()).toMatchObject({ email, role })
    }
  })
})
