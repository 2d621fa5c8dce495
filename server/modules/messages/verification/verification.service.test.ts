import { createPublicKey, verify } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { makeCampaign } from '#test/worlds/call-words.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { queueMail, queueSms } from '../queue-message.ts'
import { contactCode } from './contact-codes.rules.ts'
import { verifyContact } from './verify-contact.ts'

const NOW = new Date('2026-11-24T01:00:00Z')
const DAY_MS = 86_400_000
let app: TestApp
let clock = NOW
let compliance: Client
let campaign: { campaignId: number; campaignVersionId: number }
let calls = 0

beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  await app.connection.db
    .updateTable('organisation')
    .set({
      tradingName: 'Lumen',
      legalName: 'Lumen Lending Pty Ltd',
      abn: '51824753556',
      contactPhone: '1800160401',
    })
    .execute()
  campaign = await makeCampaign(app.connection.db)
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())
beforeEach(() => {
  clock = NOW
})

interface CallFacts {
  to: string
  from?: string
  at?: Date
  simulated?: boolean
}

/** @returns its code */
async function addCall({ to, from, at = NOW, simulated = true }: CallFacts): Promise<string> {
  calls += 1
  const { id } = await app.connection.db
    .insertInto('calls')
    .values({
      ...{ ...campaign, toNumber: to, fromNumber: from ?? null, createdAt: at, dispatchedAt: at },
      ...{ provider: simulated ? 'simulator' : 'twilio', simulated, providerCallId: `call-${calls}` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return contactCode(app.providers.secret, { kind: 'call', id })
}

const post = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  app.server.inject({
    ...{ method: 'POST', url: path, payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const check = (number: string, code: string) =>
  post('/verify', { number, code }, { 'accept-encoding': 'br, gzip' })
const words = (page: LightMyRequestResponse): string =>
  page.body.replaceAll(/<(?:style|svg|script)[\s\S]*?<\/[a-z]+>/g, ' ').replaceAll(/<[^>]+>|\s+/g, ' ')

const UNKNOWN = 'We know no such call or text message'

describe('a check of a call', () => {
  // Covers: verification-2
  it('shows its time, offer, lender and how to stop, to a visitor with number and code', async () => {
    const code = await addCall({ to: '+61491570156', from: '+61255500100' })
    const page = await check('0491 570 156', ` ${code.toLowerCase().slice(0, 3)} ${code.slice(3)}`)
    expect(page.statusCode).toBe(200)
    const text = words(page)
    for (const part of [
      ...['Yes, we called you', 'Tue 24 Nov 2026, 12:00 pm AEDT', '0491 570 156', '(02) 5550 0100'],
      ...['Premium home loan', 'Lumen Lending Pty Ltd, ABN 51 824 753 556', 'reply STOP', '1800 160 401'],
    ])
      expect(text).toContain(part)
  })

  // Covers: verification-3
  it.each([
    ['another number', (code: string) => ['0491 570 158', code]],
    ['a number that was never called', (code: string) => ['02 5550 9999', code]],
    ['another code', () => ['0491 570 157', 'AAAAAA']],
  ])('finds nothing with %s', async (_what, asked) => {
    const code = await addCall({ to: '+61491570157' })
    await addCall({ to: '+61491570158' })
    const [number = '', typed = ''] = asked(code)
    expect(words(await check(number, typed))).toContain(UNKNOWN)
    expect(words(await check('0491 570 157', code))).toContain('Yes, we called you')
  })

  // Covers: verification-3
  it('knows a code for 90 days, and no call of the simulator in a live installation', async () => {
    const at = new Date(NOW.getTime() - 91 * DAY_MS)
    const old = await addCall({ to: '+61491570159', at })
    expect(words(await check('0491 570 159', old))).toContain(UNKNOWN)
    const live = { ...app.providers.voice, active: { ...app.providers.voice.active, simulated: false } }
    const code = await addCall({ to: '+61491570159' })
    const ctx = { ...app.ctx(), providers: { ...app.providers, voice: live } } as unknown as Ctx // one field differs
    const given = { number: '0491 570 159', code }
    expect(await verifyContact(ctx, given)).toEqual({ kind: 'unknown' })
    expect(await verifyContact(app.ctx(), given)).toMatchObject({ kind: 'found' })
  })

  // Covers: verification-3
  it('answers every input with the same status, length and headers, and with the same statements', async () => {
    const code = await addCall({ to: '+61491570110' })
    for (let more = 0; more < 25; more++) await addCall({ to: '+61491570110' })
    const newest = await addCall({ to: '+61491570110' })
    const inputs: [string, string][] = [
      ...([
        ['0491 570 110', newest],
        ['0491 570 110', code],
      ] satisfies [string, string][]),
      ...([
        ['0491 570 111', newest],
        ['0491 570 110', 'ZZZZZZ'],
      ] satisfies [string, string][]),
      ...([
        ['', ''],
        ['nonsense', 'nonsense'],
        ['x'.repeat(500), '€'],
        ['000', '0\u0000'],
        ['1900 123 456', newest],
      ] satisfies [string, string][]),
    ]
    const shapes = new Set<string>()
    for (const [number, typed] of inputs) {
      const { statusCode, rawPayload, headers } = await check(number, typed)
      const { date, 'x-request-id': id, ...same } = headers
      expect(`${id}`).toHaveLength(36)
      expect(same['content-encoding']).toBeUndefined()
      shapes.add(JSON.stringify([statusCode, rawPayload.length, same]))
    }
    expect([...shapes]).toHaveLength(1)

    const statements = await Promise.all(inputs.map(([number, typed]) => statementsOf(number, typed)))
    expect(new Set(statements.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(statements[0]).toHaveLength(1)
  })
})

/** The kinds of statements of one check. */
async function statementsOf(number: string, code: string): Promise<string[]> {
  const kinds: string[] = []
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      kinds.push(node.kind === 'RawNode' ? node.sqlFragments.join('?') : node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const ctx = app.ctx()
  await verifyContact({ ...ctx, db: ctx.db.withPlugin(counter) }, { number, code })
  return kinds
}

describe('the first SMS to a number', () => {
  const bodyOf = async (occasion: string): Promise<string> => {
    const row = await app.connection.db
      .selectFrom('messages')
      .select('body')
      .where('occasion', '=', occasion)
      .executeTakeFirstOrThrow()
    return row.body
  }
  const sms = (occasion: string, over: object = {}) =>
    queueSms(app.ctx(), { to: '+61491570120', body: 'Lumen: your link.', occasion, simulated: true, ...over })

  // Covers: verification-1
  it('ends with its code, which the page knows; later ones and emails do not', async () => {
    await sms('first:1')
    await sms('first:2')
    const mail = { subject: 'Lumen', text: 'Hello', html: '' }
    await queueMail(app.ctx(), {
      ...{ to: 'a@example.com', occasion: 'first:3', simulated: true },
      mail,
      template: 'x',
    })
    const code = contactCode(app.providers.secret, { kind: 'sms', occasion: 'first:1' })
    expect(await bodyOf('first:1')).toBe(
      `Lumen: your link. Really us? Check code ${code} at localhost:3000/verify`,
    )
    expect(await bodyOf('first:2')).toBe('Lumen: your link.')
    expect(await bodyOf('first:3')).toBe('Hello')
    const page = words(await check('0491 570 120', code))
    expect(page).toContain('Yes, we sent you this text message')
    // each SMS has a code, shown or not
    const second = contactCode(app.providers.secret, { kind: 'sms', occasion: 'first:2' })
    expect(words(await check('0491 570 120', second))).toContain('Yes, we sent you')
  })

  // Covers: verification-1
  it('is the next one where the former never left, and each kind of installation has its own', async () => {
    await sms('gone:1', { to: '+61491570121' })
    await app.connection.db
      .updateTable('messages')
      .set({ status: 'cancelled' })
      .where('occasion', '=', 'gone:1')
      .execute()
    await sms('gone:2', { to: '+61491570121' })
    await sms('gone:3', { to: '+61491570121', simulated: false })
    await sms('gone:4', { to: '+61491570121' })
    const has = async (occasion: string) => (await bodyOf(occasion)).includes('/verify')
    expect(await Promise.all(['gone:1', 'gone:2', 'gone:3', 'gone:4'].map(has))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('a report', () => {
  const report = { number: '0491 570 130', code: 'K7P2QX', details: 'They wanted\nmy <b>password</b>.' }
  const tasks = async () =>
    (await compliance.get('/api/tasks?kind=call_report')).json<{ details: string; phone: string }[]>()

  // Covers: verification-4
  it('is a task of the compliance team immediately, once', async () => {
    expect(words(await post('/verify/report', report))).toContain('Thank you for your report')
    await post('/verify/report', report)
    expect(await tasks()).toMatchObject([
      {
        phone: '+61491570130',
        details:
          'Reported on the page /verify: a call or message to 0491 570 130, code K7P2QX. They write: “They wanted my <b>password</b>.”',
      },
    ])
    await post('/verify/report', { number: '0491 570 131', code: '', details: '' })
    expect((await tasks()).map(({ details }) => details)).toContain(
      'Reported on the page /verify: a call or message to 0491 570 131, without a code.',
    )
  })

  // Covers: verification-4
  it('needs a number, and keeps what was written', async () => {
    const before = (await tasks()).length
    const page = await post('/verify/report', { ...report, number: 'none' })
    expect(page.body).toContain('Enter a valid phone number')
    expect(page.body).toContain('my &lt;b&gt;password&lt;/b&gt;.')
    expect(await tasks()).toHaveLength(before)
  })
})

describe('limits', () => {
  // Covers: verification-3
  it('stop guesses at one number from any network, whether or not it was called', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' }, now: () => clock })
    try {
      const ctx = limited.ctx()
      for (const number of ['0491 570 140', 'nonsense']) {
        const kinds: string[] = []
        for (let guess = 0; guess < 31; guess++)
          kinds.push((await verifyContact(ctx, { number, code: 'AAAAAA' })).kind)
        expect(kinds.filter((kind) => kind === 'limited')).toHaveLength(1)
        expect(kinds.at(-1)).toBe('limited')
      }
    } finally {
      await limited.close()
    }
  })
})

describe('the published numbers', () => {
  // Covers: verification-5
  it('are signed by the published key, and are those of the last 90 days', async () => {
    await addCall({ to: '+61491570150', from: '+61255500101' })
    await addCall({ to: '+61491570150', from: '+61255500102', at: new Date(NOW.getTime() - 91 * DAY_MS) })
    await app.connection.db
      .insertInto('callingNumbers')
      .values({ vendor: 'twilio', numberId: 'PN1', phoneNumber: '+61255500103' })
      .execute()
    const client = visitor(app)
    const signed = (await client.get('/.well-known/brokerline-numbers.json')).json()
    const { keys } = (await client.get('/.well-known/brokerline-key.json')).json()
    const key = createPublicKey({ key: keys[0], format: 'jwk' })
    const content = Buffer.from(`${signed.protected}.${signed.payload}`)
    expect(verify(null, content, key, Buffer.from(signed.signature, 'base64url'))).toBe(true)
    const list = JSON.parse(Buffer.from(signed.payload, 'base64url').toString())
    expect(list).toMatchObject({
      iss: 'http://localhost:3000',
      lender: { legalName: 'Lumen Lending Pty Ltd', contactPhone: '1800 160 401' },
      calls: expect.arrayContaining(['+61255500101', '+61255500103']),
      verify: 'http://localhost:3000/verify',
    })
    expect(list.calls).not.toContain('+61255500102')
    expect(list.exp - list.iat).toBe(7 * 86_400)
    expect(words(await client.get('/verify'))).toContain('(02) 5550 0101')
  })
})
