import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTwilioDouble, type TwilioDouble } from '#test/doubles/twilio/twilio.ts'
import { startVapiDouble, VAPI_NUMBER, type VapiDouble } from '#test/doubles/vapi/vapi.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { words } from '#test/worlds/call-words.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

const ACCOUNT = `AC${'0123456789abcdef'.repeat(2)}`
const TOKEN = 'token-of-a-test'
const VAPI_KEY = 'vapi-key-of-a-test'
const FROM = '+61491570601'
const NOW = new Date('2026-11-24T01:00:00Z')
const DAY_MS = 86_400_000
const address = {
  customerName: 'Acme Lending',
  street: '1 Example Street',
  city: 'Sydney',
  region: 'NSW',
  postalCode: '2000',
}

let twilio: TwilioDouble
let vapi: VapiDouble
let app: TestApp
/** Without any vendor, over the same database. */
let bare: TestApp
/** Another process, whose variables name no number for Vapi. */
let other: TestApp
let admin: Client
let bareAdmin: Client

beforeAll(async () => {
  twilio = await startTwilioDouble({ accountSid: ACCOUNT, authToken: TOKEN })
  vapi = await startVapiDouble({ apiKey: VAPI_KEY })
  const env = {
    TWILIO_ACCOUNT_SID: ACCOUNT,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_BASE_URL: twilio.url,
    TWILIO_FROM: FROM,
    VAPI_API_KEY: VAPI_KEY,
    VAPI_WEBHOOK_SECRET: 'secret-of-a-test-that-is-long',
    VAPI_BASE_URL: vapi.url,
    VAPI_PHONE_NUMBER_ID: VAPI_NUMBER.id,
  }
  app = await createTestApp({ env, now: () => NOW })
  bare = await createTestApp({ databaseUrl: app.databaseUrl })
  other = await createTestApp({
    env: { ...env, VAPI_PHONE_NUMBER_ID: '' },
    databaseUrl: app.databaseUrl,
    now: () => NOW,
  })
  admin = await staffClient(app, 'admin')
  bareAdmin = await staffClient(bare, 'admin')
})
afterAll(async () => {
  await other?.close()
  await bare?.close()
  await app?.close()
  await twilio.close()
  await vapi.close()
})
beforeEach(async () => {
  twilio.setFault(undefined)
  vapi.setFault(undefined)
  twilio.numbers.numbers.length = 0
  twilio.numbers.addresses.length = 0
  twilio.seen.length = 0
  await app.connection.db.deleteFrom('vendorStates').execute()
  await asOwner(app.databaseUrl, 'delete from calling_numbers')
})

const listed = async (client = admin) => (await client.get('/api/phone-numbers')).json()
const audits = (action: string) =>
  app.connection.db.selectFrom('auditLog').selectAll().where('action', '=', action).execute()
const called = async (fromNumber: string, daysAgo: number) =>
  app.connection.db
    .insertInto('calls')
    .values({
      ...{ provider: 'twilio', simulated: false, toNumber: '+61491570201', fromNumber, test: true },
      createdAt: new Date(NOW.getTime() - daysAgo * DAY_MS),
    })
    .execute()

describe('our numbers', () => {
  // Covers: numbers-vendors-3
  it('are listed by vendor, under the names that the specification gives them', async () => {
    await called(FROM, 3)
    const { sid } = twilio.numbers.rent({ phoneNumber: FROM, friendlyName: 'Sales' })
    expect(await listed()).toMatchObject({
      twilio: [
        {
          ...{ id: sid, sid, phoneNumber: FROM, name: 'Sales', friendlyName: 'Sales', inUse: true },
          connected: false,
          lastCallAt: '2026-11-21T01:00:00.000Z',
          keptUntil: '2026-12-21T01:00:00.000Z',
        },
      ],
      vapi: [{ id: VAPI_NUMBER.id, phoneNumber: VAPI_NUMBER.number, inUse: true, lastCallAt: null }],
      status: { twilioConfigured: true, vapiConfigured: true, twilio: { configured: true, error: null } },
    })
  })

  // Covers: numbers-vendors-3
  it('of one vendor are shown while the other is out of order, with why', async () => {
    twilio.setFault(() => 'broken')
    expect(await listed()).toMatchObject({
      twilio: [],
      vapi: [{ id: VAPI_NUMBER.id }],
      status: {
        twilio: { configured: true, error: 'Twilio did not answer clearly. Try again in a minute.' },
        vapi: { configured: true, error: null },
      },
    })
  })

  // Covers: numbers-vendors-4
  it('are none without a vendor, and what would change them is told what to check', async () => {
    expect(await listed(bareAdmin)).toEqual({
      twilio: [],
      vapi: [],
      status: {
        ...{ twilioConfigured: false, vapiConfigured: false },
        twilio: { configured: false, error: null },
        vapi: { configured: false, error: null },
      },
    })
    const hint = { code: 'rule_forbids', message: 'Twilio not configured. Check your API keys.' }
    const bought = await bareAdmin.send('POST', '/api/phone-numbers/twilio', { areaCode: '02' })
    expect([bought.statusCode, bought.json()]).toEqual([422, expect.objectContaining(hint)])
    const created = await bareAdmin.send('POST', '/api/phone-numbers/vapi', { areaCode: '415' })
    expect([created.statusCode, created.json().message]).toEqual([
      422,
      'Vapi not configured. Check your API key.',
    ])
    for (const [method, url] of [
      ['POST', '/api/phone-numbers/twilio/PN1/connect'],
      ['DELETE', '/api/phone-numbers/twilio/PN1'],
      ['POST', '/api/vendors/twilio/check'],
    ] as const) {
      expect((await bareAdmin.send(method, url)).json()).toMatchObject(hint)
    }
  })

  // Covers: numbers-vendors-5
  it('are read by all of the staff and changed by admins', async () => {
    const lender = await staffClient(app, 'lender')
    expect((await lender.get('/api/phone-numbers')).statusCode).toBe(200)
    for (const [method, url, body] of [
      ['POST', '/api/phone-numbers/twilio', { areaCode: '02', address }],
      ['POST', '/api/phone-numbers/vapi', { areaCode: '415' }],
      ['POST', '/api/phone-numbers/vapi/import', { phoneNumber: FROM }],
      ['POST', '/api/phone-numbers/twilio/PN1/connect', undefined],
      ['DELETE', '/api/phone-numbers/twilio/PN1', undefined],
      ['POST', '/api/vendors/twilio/check', undefined],
    ] as const) {
      expect((await lender.send(method, url, body)).statusCode, url).toBe(403)
    }
    expect((await lender.get('/api/phone-numbers/twilio/needs?areaCode=02')).statusCode).toBe(403)
    expect(twilio.seen.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

describe('buying and connecting', () => {
  // Covers: numbers-vendors-7
  it('says what an area needs, buys once for a key, and writes down who did', async () => {
    const needs = await admin.get('/api/phone-numbers/twilio/needs?areaCode=02')
    expect(needs.json()).toMatchObject({ type: 'local', address: { needed: true, choices: [] } })
    const order = { areaCode: '02', address }
    const headers = { 'idempotency-key': 'a-number-for-sydney' }
    const first = await admin.send('POST', '/api/phone-numbers/twilio', order, { headers })
    const again = await admin.send('POST', '/api/phone-numbers/twilio', order, { headers })
    expect(first.statusCode).toBe(201)
    expect(again.json()).toEqual(first.json())
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(twilio.numbers.numbers).toHaveLength(1)
    const [row] = await audits('number.bought')
    expect(row).toMatchObject({
      subjectId: first.json().id,
      after: { vendor: 'twilio', phoneNumber: '+61255501801', areaCode: '02' },
    })
    expect(JSON.stringify(row)).not.toContain(TOKEN)
  })

  // Covers: numbers-vendors-8
  it.each([
    [{ areaCode: ' ' }, { areaCode: 'Area code is required' }],
    [{}, { areaCode: 'Area code is required' }],
    [{ areaCode: 'Sydney' }, { areaCode: 'Enter an area code such as 02, or 04 for a mobile number' }],
    [
      { areaCode: '02', address: { ...address, postalCode: '20' } },
      { 'address.postalCode': 'A postcode has four digits' },
    ],
  ])('of %j is refused at the door', async (order, fields) => {
    const answer = await admin.send('POST', '/api/phone-numbers/twilio', order)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
    expect(twilio.seen).toEqual([])
  })

  // Covers: numbers-vendors-7
  it('is for one person at a time', async () => {
    const order = () => admin.send('POST', '/api/phone-numbers/twilio', { areaCode: '03', address })
    const answers = await Promise.all([order(), order(), order()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toMatch(
      /^Somebody else is ordering a number from Twilio right now\./,
    )
    expect(twilio.numbers.numbers).toHaveLength(1)
  })

  // Covers: numbers-vendors-9
  it('says what is wrong: refused by Twilio 422, out of order 503, unknown 404', async () => {
    const refused = await admin.send('POST', '/api/phone-numbers/twilio', { areaCode: '02' })
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      expect.stringMatching(/^Failed to buy phone number: .*Enter it\.$/),
    ])
    const unknown = await admin.send('POST', '/api/phone-numbers/twilio/PN0123/connect')
    expect([unknown.statusCode, unknown.json().message]).toEqual([
      404,
      expect.stringMatching(/no longer has this number/),
    ])
    twilio.setFault(() => 'reset')
    const down = await admin.get('/api/phone-numbers/twilio/needs?areaCode=02')
    expect([down.statusCode, down.json().code]).toEqual([503, 'unavailable'])
  })

  // Covers: numbers-vendors-7
  it('writes down an order of which nobody knows what became', async () => {
    twilio.setFault(({ method, path }) =>
      method === 'POST' && path.includes('IncomingPhoneNumbers') ? 'broken' : undefined,
    )
    const answer = await admin.send('POST', '/api/phone-numbers/twilio', { areaCode: '07', address })
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      expect.stringMatching(/^Twilio did not confirm whether it rented/),
    ])
    expect(await audits('number.order_failed')).toMatchObject([
      { subjectId: null, after: { vendor: 'twilio', areaCode: '07', reason: answer.json().message } },
    ])
  })

  // Covers: numbers-vendors-10
  it('connects a number to this installation', async () => {
    const { sid } = twilio.numbers.rent({ phoneNumber: FROM })
    const answer = await admin.send('POST', `/api/phone-numbers/twilio/${sid}/connect`)
    expect(answer.json()).toMatchObject({ id: sid, connected: true, inUse: true })
    expect(await audits('number.connected')).toMatchObject([{ subjectId: sid }])
  })
})

describe('the number that calls go out from', () => {
  const callFrom = (id: string, vendor = 'twilio', who = admin) =>
    who.send('POST', `/api/phone-numbers/${vendor}/${id}/call-from`)
  const dialledFrom = async (to: string, on = app) => {
    const call = await on.connection.db
      .insertInto('calls')
      .values({ provider: 'twilio', simulated: false, toNumber: to, test: true, dispatchedAt: NOW })
      .returning('id')
      .executeTakeFirstOrThrow()
    const answer = await on.providers.voice.named('twilio')?.dial({
      ...{ callId: call.id, to, script: words, scriptVersion: 1, calledName: null, maxDurationSeconds: 600 },
    })
    return answer?.kind === 'accepted' ? answer.from : answer
  }

  // Covers: numbers-vendors-11
  it('is chosen among those of the account, and used by every process from its next dial on', async () => {
    const [old, chosen] = [FROM, '+61491570620'].map((phoneNumber) => twilio.numbers.rent({ phoneNumber }))
    expect(await dialledFrom('+61491570901')).toBe(FROM)
    const answer = await callFrom(chosen?.sid ?? '')
    expect(answer.json(), answer.body).toMatchObject({ phoneNumber: '+61491570620', inUse: true })
    expect(await dialledFrom('+61491570902')).toBe('+61491570620')
    expect(await dialledFrom('+61491570903', other)).toBe('+61491570620')
    const shown = (await listed()).twilio.map((number: { sid: string; inUse: boolean }) => [
      number.sid,
      number.inUse,
    ])
    expect(shown).toEqual([
      [old?.sid, false],
      [chosen?.sid, true],
    ])
    expect(await audits('number.chosen')).toMatchObject([
      { subjectId: chosen?.sid, before: { phoneNumber: FROM }, after: { phoneNumber: '+61491570620' } },
    ])
  })

  // Covers: numbers-vendors-11
  it('is no number of somebody else’s, none that cannot call, and chosen by admins only', async () => {
    const mute = twilio.numbers.rent({
      ...{ phoneNumber: '+61491570621', voice: false, sms: true },
    })
    const own = twilio.numbers.rent({ phoneNumber: FROM })
    expect((await callFrom(`PN${'f'.repeat(32)}`)).statusCode).toBe(404)
    const refused = await callFrom(mute.sid)
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'This number cannot make calls.'])
    expect((await callFrom(own.sid, 'twilio', await staffClient(app, 'lender'))).statusCode).toBe(403)
    expect(await app.connection.db.selectFrom('callingNumbers').selectAll().execute()).toEqual([])
  })

  // Covers: numbers-vendors-11
  it('that Vapi calls from is chosen likewise, and makes it call where no variable names one', async () => {
    expect(other.providers.voice.active?.name).toBe('twilio')
    expect((await callFrom(VAPI_NUMBER.id, 'vapi')).statusCode).toBe(200)
    await vi.waitFor(() => expect(other.providers.voice.active?.name).toBe('vapi'), PATIENCE)
  })
})

describe('giving a number back', () => {
  const release = (id: string, vendor = 'twilio') =>
    admin.send('DELETE', `/api/phone-numbers/${vendor}/${id}`)

  // Covers: numbers-vendors-12
  it('is refused for the one that calls go out from, of either vendor', async () => {
    const own = twilio.numbers.rent({ phoneNumber: FROM })
    const vapis = twilio.numbers.rent({ phoneNumber: VAPI_NUMBER.number })
    expect((await release(own.sid)).json().message).toMatch(
      /^Calls through Twilio go out from this number\. Choose another one/,
    )
    expect((await release(vapis.sid)).json().message).toMatch(/^Calls through Vapi go out/)
    expect((await release(VAPI_NUMBER.id, 'vapi')).statusCode).toBe(422)
    expect(twilio.numbers.numbers).toHaveLength(2)
    vapi.setFault(() => 'broken')
    expect((await release(vapis.sid)).statusCode).toBe(503)
    expect(twilio.numbers.numbers).toHaveLength(2)
  })

  // Covers: numbers-vendors-12
  it('waits until 30 days after its last call, and is written down', async () => {
    const [young, old] = ['+61491570611', '+61491570612'].map((phoneNumber) =>
      twilio.numbers.rent({ phoneNumber }),
    )
    if (!young || !old) throw new Error('two were rented')
    await called(young.phoneNumber, 29.9)
    await called(old.phoneNumber, 30.1)
    const refused = await release(young.sid)
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'Somebody who was called from this number may still call back: a number has to stay reachable for 30 days after its last call. It can be released after Tue 24 Nov 2026.',
    ])
    const answer = await release(old.sid)
    expect([answer.statusCode, answer.json()]).toEqual([200, { released: true }])
    expect(twilio.numbers.numbers.map(({ sid }) => sid)).toEqual([young.sid])
    expect(await audits('number.released')).toMatchObject([
      { subjectId: old.sid, before: { vendor: 'twilio', phoneNumber: old.phoneNumber } },
    ])
    expect((await release(old.sid)).statusCode).toBe(404)
  })
})

describe('a change of a number', () => {
  // Covers: numbers-vendors-13
  it('is told to every screen that shows numbers or the audit log', async () => {
    const client = await app.connection.pool.connect()
    const told: string[] = []
    client.on('notification', ({ payload }) => told.push(payload ?? ''))
    try {
      await client.query('listen brokerline_changes')
      const { sid } = twilio.numbers.rent({ phoneNumber: '+61255501806', friendlyName: 'Spare' })
      await admin.send('POST', `/api/phone-numbers/twilio/${sid}/connect`)
      await admin.send('DELETE', `/api/phone-numbers/twilio/${sid}`)
      await until('both are told', async () => told.length > 1)
      expect(told).toEqual(Array(2).fill('{"topics":["audit","phone-numbers"]}'))
    } finally {
      await client.query('unlisten *')
      client.removeAllListeners('notification')
      client.release()
    }
  })
})

describe("importing a number of Twilio's into Vapi", () => {
  const importNumber = (phoneNumber: string) =>
    admin.send('POST', '/api/phone-numbers/vapi/import', { phoneNumber })

  // Covers: numbers-vendors-14
  it('takes one that is ours, once', async () => {
    twilio.numbers.rent({ phoneNumber: '+61491570621' })
    expect((await importNumber('+61491570622')).json().message).toMatch(
      /^\+61491570622 is not a number of your Twilio account/,
    )
    expect((await importNumber('0491570621')).statusCode).toBe(400)
    const answer = await importNumber('+61491570621')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { phoneNumber: '+61491570621', inUse: false },
    ])
    expect((await importNumber('+61491570621')).json()).toMatchObject({
      code: 'conflict',
      message: 'Vapi has +61491570621 already.',
    })
    const rows = await audits('number.imported')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(TOKEN)
  })

  // Covers: numbers-vendors-4
  it('needs both vendors', async () => {
    const answer = await bareAdmin.send('POST', '/api/phone-numbers/vapi/import', { phoneNumber: FROM })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'Vapi not configured. Check your API key.',
    ])
  })
})

describe('the connection test', () => {
  // Covers: numbers-vendors-15
  it.each(['twilio', 'vapi'])('of %s goes step by step and says when', async (vendor) => {
    twilio.numbers.rent({ phoneNumber: FROM })
    const answer = await admin.send('POST', `/api/vendors/${vendor}/check`)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { vendor, checkedAt: NOW.toISOString() }])
    expect(answer.json().results.length).toBeGreaterThan(4)
    expect(answer.body).not.toMatch(/-of-a-test/)
  })

  // Covers: numbers-vendors-16
  it('gives the vendor another chance while it rests', async () => {
    twilio.numbers.rent({ phoneNumber: FROM })
    const until = new Date(Date.now() + 60_000)
    const resting = { vendor: 'twilio', failures: 5, restsUntil: until, lastFault: 'It was down.' }
    await app.connection.db.insertInto('vendorStates').values(resting).execute()
    expect((await listed()).status.twilio.error).toMatch(/paused after repeated errors.* It was down\.$/)
    await admin.send('POST', '/api/vendors/twilio/check')
    expect((await listed()).status.twilio.error).toBeNull()
  })
})

describe('the vendors among the services', () => {
  const services = async (client: Client) =>
    new Map<string, { status: string; detail: string }>(
      (await client.get('/api/system')).json().services.map((one: { name: string }) => [one.name, one]),
    )

  // Covers: numbers-vendors-18
  it('say what they go through, who takes over, what failed and what was forged', async () => {
    const calm = await services(admin)
    expect(calm.get('Calls')).toMatchObject({
      status: 'ok',
      detail: 'Calls go through Vapi. Twilio takes over calls that Vapi refuses before dialling.',
    })
    expect(calm.get('Twilio')).toMatchObject({
      status: 'ok',
      detail: 'Account AC01…ef, calls from +61491570601.',
    })
    twilio.setFault(() => 'broken')
    for (let i = 0; i < 5; i++) await listed()
    const forged = await admin.send('POST', '/api/webhooks/twilio/status', undefined, {
      headers: { 'x-twilio-signature': 'forged', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(forged.statusCode).toBe(403)
    const old = new Date(NOW.getTime() - 8 * DAY_MS)
    await app.connection.db
      .insertInto('refusedCallbacks')
      .values({ vendor: 'vapi', day: '2026-11-16', lastAt: old })
      .execute()
    const after = await services(admin)
    expect(after.get('Twilio')).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(
        /Nothing is sent to Twilio before \w+ \d+ \w+, \d+:\d\d [ap]m AE[DS]T\. 1 callback in the last 7 days had a wrong signature/,
      ),
    })
    expect(after.get('Vapi')).toMatchObject({ status: 'ok', detail: expect.not.stringContaining('callback') })
  })

  // Covers: numbers-vendors-18
  it('say what is missing where they are not configured', async () => {
    const found = await services(bareAdmin)
    expect(found.get('Twilio')).toMatchObject({ status: 'not_configured' })
    expect(found.get('Vapi')).toMatchObject({
      detail: 'Vapi not configured. Check your API key.',
      help: expect.stringContaining('VAPI_API_KEY'),
    })
  })
})
