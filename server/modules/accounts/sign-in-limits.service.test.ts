import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeLimits, type Use, waitFor } from '#server/platform/limits/limits.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { PASSWORD } from '#test/worlds/client.ts'
import { addStaff, postSignIn } from '#test/worlds/sign-in.ts'
import * as limits from './sign-in-limits.rules.ts'
import { trustNetwork, UNKNOWN_ADDRESS } from './sign-in-limits.ts'
import { deleteExpired } from './staff-accounts.ts'

const DAY_MS = 86_400_000
const WRONG = 'wrong-Horse-1'

let app: TestApp
/** Another process over the same database. */
let other: TestApp
let clock = new Date('2026-11-24T00:00:00Z')
let logged = ''

beforeAll(async () => {
  const write = (line: string): void => {
    logged += line
  }
  const options = { env: { RATE_LIMITS: 'on' }, now: () => clock, log: createLog('info', { write }) }
  app = await createTestApp(options)
  other = await createTestApp({ ...options, databaseUrl: app.databaseUrl })
  // refuses wrong passwords without hashing: hundreds of hashes would take minutes
  for (const { providers } of [app, other]) {
    const check = providers.signIn.signIn
    providers.signIn.signIn = async (input) => (input.password === PASSWORD ? check(input) : null)
  }
})
afterAll(async () => {
  await other?.close()
  await app?.close()
})

let round = 0
let sent = 0
let email: string
let userId: number
/** The person's usual address, which no other account uses. */
let home: string
beforeEach(async () => {
  // every limit of the test before has ended
  clock = new Date(clock.getTime() + 2 * 3_600_000)
  email = `held${++round}@staff.example`
  home = `192.0.${round}.7`
  userId = await addStaff(app, email)
})

const signIn = (from: string, to = email, password = PASSWORD) =>
  postSignIn([app, other][sent++ % 2] ?? app, { email: to, password, from })
/** Guesses one after the other. @returns how many were checked */
async function guesses(attempts: readonly { from: string; email?: string }[]): Promise<number> {
  let looked = 0
  for (const { from, email: to } of attempts) {
    const { statusCode, headers } = await signIn(from, to, WRONG)
    expect([401, 429]).toContain(statusCode)
    if (statusCode === 401) looked += 1
    else expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  return looked
}
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
/** Uses a limit up to a remainder. */
async function fill(use: Use, left: number): Promise<void> {
  await Promise.all(times(use[0].max - left, () => takeLimits(app.ctx(), use)))
}

describe('sign-ins from one network', () => {
  // Covers: sign-sessions-8, decision-request-limit
  it('with one password over 120 accounts end after 30, over two processes, for accounts not known there', async () => {
    const from = '198.51.100.7'
    await signIn(from)
    const tried = await guesses(times(120, (i) => ({ from, email: `sprayed${i}@staff.example` })))
    expect(tried).toBe(30)
    const stranger = `stranger-${email}`
    await addStaff(app, stranger)
    const refused = await signIn(from, stranger)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect(refused.json().message).toBe(
      'Too many failed sign-ins. Try again in 15 minutes, or set a new password with "Forgot your password?".',
    )
    // accounts that trust the network can still sign in, and so can others from the provider's other addresses
    expect((await signIn(from)).statusCode).toBe(200)
    expect((await signIn('198.51.100.8', stranger)).statusCode).toBe(200)
  })

  // Covers: sign-sessions-8
  it('end after 100 for all its addresses', async () => {
    const from = (i: number): string => `198.51.101.${i}`
    await fill([limits.OF_NETWORK, '198.51.101'], 2)
    const tried = await guesses(times(5, (i) => ({ from: from(i), email: `spread${i}@staff.example` })))
    expect([limits.OF_NETWORK.max, tried]).toEqual([100, 2])
    expect((await signIn(from(200))).statusCode).toBe(429)
    expect((await signIn('198.51.102.1')).statusCode).toBe(200)
  })

  // Covers: sign-sessions-8
  it('end after 60 guesses at those who are known there', async () => {
    await signIn(home)
    await fill([limits.OF_KNOWN_ADDRESS, home], 1)
    expect(await guesses([{ from: home }, { from: home }])).toBe(1)
    expect((await signIn(home)).statusCode).toBe(429)
  })
})

describe('sign-ins to one account', () => {
  // Covers: sign-sessions-8
  it('from twelve networks end after 30 in an hour, and its owner is let in where they are known', async () => {
    await signIn(home)
    const attempts = times(120, (i) => ({ from: `203.${i % 12}.113.${i}` }))
    expect(await guesses(attempts)).toBe(30)
    const elsewhere = '203.50.113.1'
    const refused = await signIn(elsewhere)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 3600])
    expect((await signIn(home)).statusCode).toBe(200)
    // a reset through the mailbox opens the new place too
    await app.ctx().tx((tx) => trustNetwork(tx, { userId, email, ip: elsewhere }))
    expect((await signIn(elsewhere)).statusCode).toBe(200)
    // the other accounts are not touched
    await addStaff(app, `beside-${email}`)
    expect((await signIn('203.51.113.1', `beside-${email}`)).statusCode).toBe(200)
  })

  // Covers: sign-sessions-8
  it('are those of a stranger again where it was not signed in to for 30 days', async () => {
    await signIn(home)
    clock = new Date(clock.getTime() + 30 * DAY_MS - 1000)
    await fill([limits.OF_ACCOUNT, email], 0)
    await deleteExpired(app.ctx())
    expect((await signIn(home)).statusCode).toBe(200)
    clock = new Date(clock.getTime() + 30 * DAY_MS)
    await fill([limits.OF_ACCOUNT, email], 0)
    expect((await signIn(home)).statusCode).toBe(429)
    await deleteExpired(app.ctx())
    expect(await app.connection.db.selectFrom('knownNetworks').select('userId').execute()).toEqual([])
  })
})

describe('sign-ins over all', () => {
  // Covers: sign-sessions-8
  it('end for strangers after 500 failures, and for nobody who is known', async () => {
    await signIn(home)
    await fill([limits.OF_ALL, ''], 1)
    expect(await guesses([{ from: '203.60.113.1' }, { from: '203.61.113.1' }])).toBe(1)
    expect((await signIn('203.62.113.1')).statusCode).toBe(429)
    expect((await signIn(home)).statusCode).toBe(200)
  })

  // Covers: sign-sessions-8
  it('use up nothing of an account once their network is at its end', async () => {
    await fill([limits.OF_ADDRESS, '198.51.103.1'], 0)
    expect(await guesses(times(40, () => ({ from: '198.51.103.1' })))).toBe(0)
    expect(await waitFor(app.ctx(), [limits.OF_ACCOUNT, email])).toBe(0)
  })
})

describe('what is kept of a failed sign-in', () => {
  // Covers: sign-sessions-9
  it('is the address of an account, and nothing of what may be a password in the wrong field', async () => {
    const secret = 'Correct-Horse-9-Battery'
    logged = ''
    for (const typed of [secret, `${secret}@example.com`]) await signIn(home, typed, WRONG)
    await signIn(home, email, secret)
    const { db } = app.connection
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        select t::text as text from ${sql.table(name)} as t where t::text ilike ${`%${secret}%`}`.execute(db)
      expect([name, rows]).toEqual([name, []])
    }
    expect(logged.toLowerCase()).not.toContain(secret.toLowerCase())
    const { rows } = await sql<{ email: string }>`select after ->> 'email' as email from audit_log
      where action = 'sign_in.failed' order by id desc limit 3`.execute(db)
    expect(rows).toEqual([{ email }, { email: UNKNOWN_ADDRESS }, { email: UNKNOWN_ADDRESS }])
  })

  // Covers: sign-sessions-9
  it('is one entry for the limit that was reached, with its name', async () => {
    const from = '198.51.104.1'
    await fill([limits.OF_ADDRESS, from], 1)
    await guesses(times(5, () => ({ from })))
    const { rows } = await sql`select after, ip from audit_log
      where action = 'sign_in.locked' and ip = ${from}`.execute(app.connection.db)
    expect(rows).toEqual([{ after: { email, limit: 'sign-in.address' }, ip: from }])
  })
})
