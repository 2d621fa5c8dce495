import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSendReset } from '#server/modules/accounts/passwords.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { withToken } from '#test/worlds/broker-client.ts'
import { PASSWORD, visitor } from '#test/worlds/client.ts'

const EMAIL = 'dana.cole@example.com'
const NEXT = 'second-Password-2026'
const WRONG = 'wrong-Password-2026'

let app: TestApp
let logged = ''
/** All responses with their labels; those that legitimately hand out a secret are listed in the assertion. */
const answers: { label: string; text: string }[] = []
/** Secrets by kind. */
const secrets = new Map<string, string>()

beforeAll(async () => {
  const write = (line: string): void => {
    logged += line
  }
  app = await createTestApp({ log: createLog('trace', { write }) })
  await live()
})
afterAll(() => app?.close())

type Client = ReturnType<typeof visitor>
async function send(
  client: Client,
  label: string,
  [method, path, body]: readonly ['GET' | 'POST' | 'PUT', string, object?],
) {
  const url = `/api/broker/${path}`
  const answer = await (method === 'GET' ? client.get(url) : client.send(method, url, body))
  answers.push({ label, text: `${JSON.stringify(answer.headers)} ${answer.body}` })
  return answer
}
const post = (path: string, body: object, client = visitor(app)) => send(client, path, ['POST', path, body])

const mailed = async (pattern: RegExp): Promise<string> => {
  const rows = await app.connection.db.selectFrom('messages').select('body').orderBy('id').execute()
  return pattern.exec(rows.at(-1)?.body ?? '')?.[1] ?? ''
}
async function keepHashes(): Promise<void> {
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from broker_registrations
    where password_hash <> '' union select password from credentials`.execute(app.connection.db)
  for (const { hash } of rows) secrets.set(`hash ${secrets.size}`, hash)
}

/** Runs everything that handles passwords, tokens and second factors, including failures. */
async function live(): Promise<void> {
  for (const password of [PASSWORD, NEXT, WRONG]) secrets.set(password, password)
  const person = { name: 'Dana Cole', email: EMAIL, phone: '0491 570 156', password: PASSWORD }
  await post('register', { ...person, phone: '1' })
  await post('register', person)
  await keepHashes()
  secrets.set('link that verifies', await mailed(/verify\?token=(\S+)/))
  await post('login', { email: EMAIL, password: PASSWORD })
  await post('verify/resend', { email: EMAIL })
  const token = secrets.get('link that verifies') ?? ''
  await post('verify/check', { token })
  await post('verify', { token: `${token}x`, password: PASSWORD })
  await post('verify', { token, password: PASSWORD })
  await post('register', person)
  await post('login', { email: EMAIL, password: WRONG })
  const signedIn = (await post('login', { email: EMAIL, password: PASSWORD })).json<{ token: string }>()
  secrets.set('bearer', signedIn.token)
  secrets.set('session', signedIn.token.split('.')[0] ?? '')
  const broker = withToken(app, signedIn.token)
  await send(broker, 'profile', ['GET', 'profile'])
  await send(broker, 'sessions', ['GET', 'sessions'])
  await post('two-factor', { password: WRONG }, broker)
  const setup = (await post('two-factor', { password: PASSWORD }, broker)).json<{
    secret: string
    backupCodes: string[]
  }>()
  secrets.set('second factor', setup.secret)
  for (const code of setup.backupCodes) secrets.set(`backup code ${code}`, code)
  await post('two-factor/confirm', { code: '000000' }, broker)
  await post('change-password', { currentPassword: WRONG, newPassword: NEXT }, broker)
  await post('change-password', { currentPassword: PASSWORD, newPassword: NEXT }, broker)
  await post('forgot-password', { email: EMAIL })
  await runSendReset(app.ctx(), { email: EMAIL, audience: 'broker' })
  secrets.set('link that resets', await mailed(/reset-password\?token=(\S+)/))
  await keepHashes()
  await post('reset-password', { token: secrets.get('link that resets'), newPassword: PASSWORD })
  await post('reset-password', { token: secrets.get('link that resets'), newPassword: PASSWORD })
  await send(broker, 'profile', ['GET', 'profile'])
  const again = await post('login', { email: EMAIL, password: PASSWORD })
  await send(withToken(app, again.json<{ token: string }>().token), 'messages', ['GET', 'messages'])
  await failing()
}

/** Makes the database reject a row, whose error text quotes it. */
async function failing(): Promise<void> {
  await asOwner(
    app.databaseUrl,
    `alter table broker_registrations add constraint none check (name <> 'Unstorable')`,
  )
  const person = { name: 'Unstorable', email: 'x@example.com', phone: '0491 570 156', password: NEXT }
  expect((await post('register', person)).statusCode).toBe(500)
}

/** The kinds of secrets found in a text. */
const foundIn = (text: string): string[] =>
  [...secrets].flatMap(([label, secret]) => (text.includes(secret) ? [label] : []))

describe('passwords, tokens and second factors', () => {
  it('are all known to this test', () => {
    for (const [label, secret] of secrets) expect([label, secret.length > 7]).toEqual([label, true])
    expect(secrets.size).toBeGreaterThan(12)
  })

  // Covers: broker-portal-registering-9
  it('are in no line of the log, in the finest of levels, where requests fail too', () => {
    expect(logged).toContain('"route":"/api/broker/register"')
    expect(logged).toContain('request failed')
    expect(foundIn(logged)).toEqual([])
    // nor personal data from rows quoted in database errors
    expect(logged).not.toContain('Unstorable')
  })

  // Covers: broker-portal-registering-9
  it('are in no answer but the one that hands them out', () => {
    const found = answers.flatMap(({ label, text }) => foundIn(text).map((secret) => `${label}: ${secret}`))
    const handedOut = found.filter(
      (line) => !/^(login: (bearer|session)|two-factor: (second|backup))/.test(line),
    )
    expect(handedOut).toEqual([])
    expect(found).toEqual(expect.arrayContaining(['login: bearer', 'two-factor: second factor']))
  })

  // Covers: broker-portal-registering-9
  it('are in no row of audit log, timeline or jobs, and no password is anywhere but as a hash', async () => {
    const textOf = async (tables: readonly string[]): Promise<string> => {
      const parts = await Promise.all(
        tables.map((table) =>
          sql<{ text: string | null }>`select string_agg(to_jsonb(t)::text, ' ') as text
            from ${sql.table(table)} t`.execute(app.connection.db),
        ),
      )
      return parts.map(({ rows }) => rows[0]?.text ?? '').join(' ')
    }
    const storedText = await textOf([
      'audit_log',
      'activities',
      'graphile_worker._private_jobs',
      'idempotency_keys',
    ])
    expect(storedText).toContain('password.changed')
    expect(foundIn(storedText)).toEqual([])
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public'`.execute(app.connection.db)
    const everything = await textOf(rows.map(({ name }) => name))
    expect(everything).toContain(EMAIL)
    expect(foundIn(everything).filter((label) => label.includes('Password'))).toEqual([])
    expect(foundIn(everything)).not.toContain('second factor')
  })
})
