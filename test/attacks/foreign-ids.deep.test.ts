import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { roleMay, staffRoles } from '#contract/policy.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { endpoints } from '#server/endpoints.ts'
import { demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { NOBODY } from '../surface/endpoint-bodies.ts'
import { ask, nameOf } from '../surface/every-endpoint.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { type BrokerClient, brokerClient, portalToken, withToken } from '../worlds/broker-client.ts'
import { type Client, signedIn, staffClient, visitor } from '../worlds/client.ts'
import { addStaff } from '../worlds/sign-in.ts'
import { uploadForm } from '../worlds/upload-form.ts'

/** The table of the `:id` in a path, by the part of the path before it; the test uses another user's row of each. */
const owned: Record<string, RawBuilder<{ id: number }>> = {
  sessions: sql`select id from sessions where audience = 'staff' order by id`,
  accreditations: sql`select id from applications order by id`,
  bdms: sql`select id from bdms order by id`,
  leave: sql`select id from bdm_absences order by id`,
  bookings: sql`select id from bookings order by id`,
  brokers: sql`select id from brokers order by id`,
  suppressions: sql`select id from suppressions order by id`,
  calls: sql`select id from calls order by id`,
  campaigns: sql`select id from campaigns order by id`,
  'campaign-templates': sql`select id from campaign_templates order by id`,
  documents: sql`select id from documents order by id`,
  'document-types': sql`select id from document_types order by id`,
  'brokers/imports': sql`select id from broker_imports order by id`,
  'bulk-changes': sql`select id from runs where kind = 'brokers.run-bulk-change' order by id`,
  'saved-views': sql`select id from saved_views order by id`,
  'scoring/imports': sql`select id from loan_imports order by id`,
  audiences: sql`select id from audiences order by id`,
  appeals: sql`select id from contests where kind = 'score' order by id`,
  contests: sql`select id from contests order by id`,
  complaints: sql`select id from complaints order by id`,
  feeds: sql`select id from news_feeds order by id`,
  'findings-of-many': sql`select id from findings_of_many order by id`,
  'requested-calls': sql`select id from requested_calls order by id`,
  messages: sql`select id from messages order by id`,
  microsites: sql`select id from microsites order by id`,
  tasks: sql`select id from tasks order by id`,
  users: sql`select id from users order by id`,
  'api-keys': sql`select id from api_keys order by id`,
  passkeys: sql`select id from passkeys order by id`,
  'webhook-endpoints': sql`select id from webhook_endpoints order by id`,
  jobs: sql`select id::int from graphile_worker._private_jobs order by id`,
}
/** Ids of numbers are assigned by the vendor, not by us. */
const OF_VENDORS = ':vendor'

/** The part of a path before its last id. */
const kindOf = ({ path }: Endpoint): string =>
  /([^/]+\/imports|[^/]+)\/:(?:id|leaveId)\b(?!.*:(?:id|leaveId)\b)/.exec(path)?.[1] ?? ''
const named = (list: readonly Endpoint[]) => list.map((endpoint) => ({ endpoint, name: nameOf(endpoint) }))
const naming = endpoints.filter(({ path, access }) => /:(id|leaveId)\b/.test(path) && access !== 'public')

let app: TestApp
let owner: Client
let before: unknown
const foreign = new Map<string, number>()
/** Clients without access to other users' data, in various states of their sessions. */
const strangers: [who: string, client: Client][] = []
let other: BrokerClient
/** A staff cookie opens nothing of a broker's portal, with any role. */
const staff = new Map<string, Client>()

beforeAll(async () => {
  app = await createTestApp()
  await loadDemoWorld(app.ctx())
  owner = await staffClient(app, 'admin')
  for (const role of staffRoles) staff.set(role, await staffClient(app, role))
  other = await brokerClient(app, { name: 'Otis Other' })
  await addRows()
  for (const [kind, query] of Object.entries(owned)) {
    const [row] = (await query.execute(app.connection.db)).rows
    if (!row) throw new Error(`nothing to attack: no row of ${kind}`)
    foreign.set(kind, row.id)
  }
  await gatherStrangers()
  before = await everything()
})
afterAll(() => app?.close())

/** Rows that the demo world lacks. */
async function addRows(): Promise<void> {
  const list = 'Name,Phone,Email,State\nBo Lind,0491 570 110,bo.lind@example.com,NSW\n'
  expect((await owner.send('POST', '/api/brokers/imports', undefined, uploadForm(list))).statusCode).toBe(201)
  const [bdm] = (await owner.get('/api/bdms')).json<{ id: number }[]>()
  const leave = { from: '2030-06-03T09:00:00+10:00', to: '2030-06-04T09:00:00+10:00', reason: 'Dentist' }
  expect((await owner.send('POST', `/api/bdms/${bdm?.id}/leave`, leave)).statusCode).toBeLessThan(300)
  const phone = { phoneNumber: '(02) 5550 1234', reason: 'Asked by letter' }
  expect((await owner.send('POST', '/api/suppressions', phone)).statusCode).toBeLessThan(300)
  await visitor(app).send('POST', '/api/forgot-password', { email: demoBroker.email })
  const someone = (await owner.get('/api/brokers?limit=1')).json<{ id: number }[]>()
  const change = { selection: { ids: someone.map(({ id }) => id) }, bdmId: bdm?.id }
  expect((await owner.send('POST', '/api/brokers/bulk-changes/bdm', change)).statusCode).toBe(201)
  const view = { list: 'brokers', name: 'Sydney', query: { region: 'NSW' } }
  expect((await owner.send('POST', '/api/saved-views', view)).statusCode).toBe(201)
  await sql`insert into campaign_templates (name, settings) values ('Spring', '{}')`.execute(
    app.connection.db,
  )
  const feed = { name: 'News', url: 'https://news.example/feed' }
  expect((await owner.send('POST', '/api/surveillance/feeds', feed)).statusCode).toBe(201)
  const loans = 'loan_id,broker_asic_number,lodged_on,amount,reworked,defaulted\nA,1,2026-01-05,1,0,0\n'
  expect((await owner.send('POST', '/api/scoring/imports', undefined, uploadForm(loans))).statusCode).toBe(
    201,
  )
  await sql`insert into contests (kind, reference, broker_id, decision, rule, decided_at, facts, reason, via, made_at, due_on)
    select 'score', '2024-07', min(id), 'x', 'x', now(), '{"overall": 50, "tier": "Neutral"}', 'Not mine', 'portal', now(),
      current_date from brokers`.execute(app.connection.db)
  await sql`insert into complaints (channel, words, received_at, acknowledge_by, due_on)
    values ('letter', 'x', now(), now(), current_date)`.execute(app.connection.db)
  await sql`insert into findings_of_many (reason, brokers, total, opened_at)
    values ('number_unknown', 12, 20, now())`.execute(app.connection.db)
  await sql`insert into api_keys (name, scopes) values ('CRM', '{}')`.execute(app.connection.db)
  await sql`insert into webhook_endpoints (name, url, events) values ('CRM', 'https://crm.example/hook', '{}')`.execute(
    app.connection.db,
  )
  await sql`insert into passkeys (user_id, public_key, credential_id, counter, device_type, backed_up)
    select min(id), 'x', 'x', 0, 'singleDevice', false from users`.execute(app.connection.db)
  await sql`insert into tasks (kind, dedupe_key, details, due_at)
    values ('call_back', 'test', 'Asked for a person.', now())`.execute(app.connection.db)
}

async function gatherStrangers(): Promise<void> {
  const { db } = app.connection
  const change = (userId: number, values: object) =>
    db.updateTable('users').set(values).where('id', '=', userId).execute()
  const expire = (userId: number) =>
    db
      .updateTable('sessions')
      .set({ expiresAt: new Date(0) })
      .where('userId', '=', userId)
      .execute()
  const admin = async (email: string): Promise<[number, Client]> => [
    await addStaff(app, email, 'admin'),
    await signedIn(app, email),
  ]
  const [expiredId, expired] = await admin('expired@staff.example')
  const [disabledId, disabled] = await admin('disabled@staff.example')
  const [, tampered] = await admin('tampered@staff.example')
  await expire(expiredId)
  await change(disabledId, { disabledAt: new Date() })
  const gone = await brokerClient(app)
  await expire(gone.userId)
  const closed = await brokerClient(app)
  await change(closed.userId, { disabledAt: new Date() })
  const token = await portalToken(app, demoBroker.email, demoBroker.password)
  strangers.push(
    ['nobody', visitor(app)],
    ['an admin whose session has expired', expired],
    ['an admin who is disabled', disabled],
    [
      'an admin with a tampered cookie',
      visitor(
        app,
        tampered.cookie.replace(
          /(session_token=[^.]+\.)(.)/,
          (_all, head, first) => head + (first === 'A' ? 'B' : 'A'),
        ),
      ),
    ],
    ['a broker whose session has expired', gone],
    ['a broker who is disabled', closed],
    [
      'the owner with a tampered token',
      withToken(
        app,
        token.replace(/\.(.)/, (_all, first) => (first === 'A' ? '.B' : '.A')),
      ),
    ],
  )
}

/** Every table as one text, except rows that sessions and limits write for each request. */
async function everything(): Promise<Record<string, string>> {
  const { db } = app.connection
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('sessions', 'rate_limits', 'known_networks')`.execute(
    db,
  )
  const texts: Record<string, string> = {}
  for (const { name } of rows) {
    const hash = await sql<{ all: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as all from ${sql.table(name)} as t`.execute(db)
    texts[name] = hash.rows[0]?.all ?? ''
  }
  return texts
}

/** A refusal in the common error format without personal data. */
function expectRefused(
  who: string,
  answer: { status: number; body: string },
  statuses: readonly number[],
): void {
  expect(statuses, `${who}: ${answer.status} ${answer.body.slice(0, 300)}`).toContain(answer.status)
  const { message, fields } = errorBody.parse(JSON.parse(answer.body))
  expect(`${message} ${JSON.stringify(fields)}`, who).not.toMatch(/@|\d{4}|Otis|Priya/)
}

describe('ids of others', () => {
  // Covers: roles-audit-3
  it('are known of every endpoint that names something', () => {
    const kinds = new Set(naming.map(kindOf))
    kinds.delete(OF_VENDORS)
    expect([...kinds].sort()).toEqual(
      Object.keys(owned)
        .filter((kind) => kinds.has(kind))
        .sort(),
    )
    expect([...kinds].filter((kind) => !owned[kind])).toEqual([])
  })

  // Covers: roles-audit-3
  it.each(named(naming))('$name opens nothing to strangers, other brokers and roles that may not', async ({
    endpoint,
  }) => {
    const { access } = endpoint
    const id =
      kindOf(endpoint) === OF_VENDORS ? 'PN00000000000000000000000000000001' : foreign.get(kindOf(endpoint))
    for (const [who, client] of strangers) expectRefused(who, await ask(client, endpoint, id), [401])
    // the id of every other user's row of any table
    const ids = access === 'broker' ? [...foreign.values()] : [id]
    for (const each of ids) {
      expectRefused('another broker', await ask(other, endpoint, each), [access === 'broker' ? 404 : 401])
    }
    for (const [role, client] of staff) {
      if (access === 'broker') expectRefused(role, await ask(client, endpoint, id), [401])
      else if (!roleMay(role as 'admin', access as 'jobs.retry')) {
        expectRefused(role, await ask(client, endpoint, id), [403])
      }
    }
  })

  // Covers: roles-audit-3
  it('have changed nothing in any table', async () => {
    expect(await everything()).toEqual(before)
  })
})

/** Invalid ids. */
const made = [
  ...['0', '-1', '2147483648', '9007199254740993', '9'.repeat(40), '1e3', '0x10', '1.5', '%201', "1'--"],
  ...[
    '%00',
    '..%2f..%2fetc%2fpasswd',
    '1%20or%201=1',
    'null',
    'true',
    '%E2%91%A0',
    '%F0%9F%98%80',
    '1;2',
    '[]',
  ],
]
/** A few for each endpoint; each is met by several. */
const someOf = (index: number): string[] =>
  Array.from({ length: 6 }, (_, i) => made[(index * 5 + i) % made.length] ?? '')

describe('ids of nobody', () => {
  const ours = naming.filter((endpoint) => kindOf(endpoint) !== OF_VENDORS)
  // Covers: roles-audit-3
  it.each(named(ours))('$name is told politely that there is nothing', async ({ endpoint }) => {
    const client = endpoint.access === 'broker' ? other : owner
    for (const id of [String(NOBODY), ...someOf(ours.indexOf(endpoint))]) {
      const { status, body } = await ask(client, endpoint, id)
      expect([400, 404], `${id}: ${status} ${body.slice(0, 300)}`).toContain(status)
      errorBody.parse(JSON.parse(body))
    }
  })
})
