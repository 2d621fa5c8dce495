import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDatabase, type ToolDatabase } from '#test/database.ts'
import {
  type EchoingVendor,
  moods,
  startEchoingMailServer,
  startEchoingVendor,
} from '#test/doubles/echoing-vendor.ts'
import { until } from '#test/product/client.ts'
import {
  type Leak,
  type Secrets,
  searchDatabase,
  searcher,
  searchFiles,
} from '#test/product/secrets-search.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'

const ACCOUNT = `AC${'5'.repeat(32)}`
const KEY = `SK${'6'.repeat(32)}`
/** Marked, and with signs that every encoding writes in another way. */
const marked = (name: string) => `${name}+/=&"ü${randomBytes(12).toString('hex')}`
const plain = (name: string) => `${name}${randomBytes(16).toString('hex')}`

interface Answered {
  what: string
  status: number
  text: string
}

describe('every secret of an installation that everything goes wrong with', () => {
  let database: ToolDatabase
  let owner: pg.Client
  let vendor: EchoingVendor
  let mail: Awaited<ReturnType<typeof startEchoingMailServer>>
  let dataDir: string
  let server: RunningServer
  let search: (text: string, where: string) => Leak[]
  let cookie = ''
  const answers: Answered[] = []
  const secret = {
    twilioToken: plain('twiliotoken'),
    twilioKey: plain('twiliokey'),
    vapiKey: plain('vapikey'),
    vapiWebhook: plain('vapiwebhook'),
    session: marked('session'),
    smtp: marked('smtp'),
    s3: marked('s3'),
    adminPassword: marked('admin'),
    database: plain('database'),
    databaseOwner: '',
    vault: '',
  }

  beforeAll(async () => {
    database = await startDatabase()
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query(`create role marked login password '${secret.database}'`)
    vendor = await startEchoingVendor({ accountSid: ACCOUNT, authToken: secret.twilioToken })
    mail = await startEchoingMailServer()
    dataDir = await mkdtemp(join(tmpdir(), 'brokerline-secrets-'))
    secret.vault = await generateX25519Identity()
    secret.databaseOwner = new URL(database.ownerUrl).password
    await owner.query('grant connect on database brokerline to marked')
    const address = new URL(database.url)
    address.username = 'marked'
    address.password = secret.database
    const all: Secrets = {
      ...secret,
      // the credentials for Twilio, as encoded in its header
      twilioBasic: Buffer.from(`${KEY}:${secret.twilioKey}`).toString('base64'),
      twilioTokenBasic: Buffer.from(`${ACCOUNT}:${secret.twilioToken}`).toString('base64'),
    }
    search = searcher(all)
    server = await startServer({
      dataDir,
      env: {
        ...{ DEMO: 'off', RATE_LIMITS: 'on', LOG_LEVEL: 'trace', VOICE_PROVIDER: 'auto' },
        ...{ DATABASE_URL: address.href, DATABASE_OWNER_URL: database.ownerUrl },
        ...{ SESSION_SECRET: secret.session, VAULT_KEY: secret.vault },
        ...{ ADMIN_EMAIL: 'admin@lender.example', ADMIN_PASSWORD: secret.adminPassword },
        ...{ TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: secret.twilioToken, TWILIO_API_KEY: KEY },
        ...{ TWILIO_API_SECRET: secret.twilioKey, TWILIO_FROM: '+61491570501', TWILIO_BASE_URL: vendor.url },
        ...{ VAPI_API_KEY: secret.vapiKey, VAPI_WEBHOOK_SECRET: secret.vapiWebhook },
        ...{ VAPI_PHONE_NUMBER_ID: 'f1e0c9a2-0000-4000-8000-000000000001', VAPI_BASE_URL: vendor.url },
        ...{ TWILIO_CALLS_PER_SECOND: '100', VAPI_CALLS_PER_SECOND: '100' },
        ...{ S3_ENDPOINT: vendor.url, S3_BUCKET: 'kept', S3_ACCESS_KEY_ID: 'AKIDEXAMPLE' },
        S3_SECRET_ACCESS_KEY: secret.s3,
        SMTP_URL: `smtp://robot:${encodeURIComponent(secret.smtp)}@127.0.0.1:${mail.port}`,
        MAIL_FROM: 'no-reply@example.com',
      },
    })
  })
  afterAll(async () => {
    await server?.stop()
    await vendor?.close()
    await mail?.close()
    await owner?.end()
    await database?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function send(
    method: string,
    path: string,
    given: { body?: string | object; headers?: Record<string, string> } = {},
  ): Promise<Response & { answered: string }> {
    const { body, headers } = given
    const answer = await fetch(new URL(path, server.url), {
      method,
      redirect: 'manual',
      headers: {
        cookie,
        ...(typeof body === 'object' && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    })
    const answered = await answer.text()
    answers.push({
      what: `${method} ${path}`,
      status: answer.status,
      text: `${JSON.stringify([...answer.headers])} ${answered}`,
    })
    return Object.assign(answer, { answered })
  }
  async function created<T>(path: string, body: object): Promise<T> {
    const { status, answered } = await send('POST', path, { body })
    if (status >= 300) throw new Error(`${path}: ${status} ${answered}`)
    return JSON.parse(answered) as T // the caller names the contract's shape
  }

  let called = 200
  const testCall = (campaignId: number) =>
    send('POST', '/api/calls/test', { body: { phoneNumber: `+61491570${++called}`, campaignId } })

  /** As Twilio signs a form. */
  function fromTwilio(address: string, fields: Record<string, string>) {
    const { pathname, search: query } = new URL(address)
    const signed = Object.keys(fields)
      .sort()
      .reduce((text, key) => text + key + fields[key], address)
    return send('POST', pathname + query, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', secret.twilioToken).update(signed).digest('base64'),
      },
    })
  }
  /** A message of Vapi about a call: with the assistant, which contains our own secret. */
  function fromVapi(call: object, message: object, headers: Record<string, string>) {
    const server = { url: 'https://example.com', headers: { 'x-vapi-secret': secret.vapiWebhook } }
    const assistant = { server, model: { tools: [{ server }] } }
    return send('POST', '/api/webhooks/vapi', {
      body: { message: { ...message, call: { ...call, assistant }, assistant, timestamp: Date.now() } },
      headers,
    })
  }
  const clearBreakers = () => owner.query('delete from vendor_states')
  const callsAsked = (service: 'twilio' | 'vapi') =>
    vendor.asked.filter(
      (asked) => asked.service === service && asked.method === 'POST' && /calls?\b/i.test(asked.path),
    )

  // Covers: calls-vendors-under-3
  it('is in no log, answer, page, row or file', { timeout: 180_000 }, async () => {
    const signIn = { email: 'admin@lender.example', password: secret.adminPassword }
    await send('POST', '/api/login', { body: { ...signIn, password: 'not the password' } })
    const signedIn = await send('POST', '/api/login', { body: signIn })
    expect(signedIn.status).toBe(200)
    cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    await send('PATCH', '/api/organisation', {
      body: { legalName: 'Acme Lending', contactPhone: '(02) 5550 0100', agentName: 'Alex' },
    })
    const campaign = await created<{ id: number }>('/api/campaigns', {
      ...{ name: 'Secrets', product: 'Loan', callScript: 'Hello {{firstName}}' },
    })
    const broker = await created<{ id: number }>('/api/brokers', {
      numberSource: 'the list of our panel',
      ...{ name: 'Alex Broker', phone: '+61491570299', email: 'alex@example.com', region: 'NSW' },
    })

    for (const mood of moods) {
      vendor.setMood(mood)
      const ask = async (method: string, path: string, body?: object) => {
        await clearBreakers()
        await send(method, path, { body })
      }
      const before = vendor.asked.length
      await ask('GET', '/api/phone-numbers')
      for (const name of ['twilio', 'vapi']) {
        await ask('POST', `/api/vendors/${name}/check`)
        await ask('GET', `/api/phone-numbers/${name}/needs?areaCode=02`)
        await ask('POST', `/api/phone-numbers/${name}`, { areaCode: '02' })
        await ask('POST', `/api/phone-numbers/${name}/PN${'1'.repeat(32)}/connect`)
        await ask('DELETE', `/api/phone-numbers/${name}/PN${'1'.repeat(32)}`)
      }
      await ask('POST', '/api/phone-numbers/vapi/import', { phoneNumber: '+61491570501' })
      await clearBreakers()
      await testCall(campaign.id)
      await send('GET', '/api/system')
      // the vendor received requests, or nothing could have leaked
      expect(vendor.asked.length, mood).toBeGreaterThan(before + 4)
    }

    // a conversation with each vendor, while everything that follows from it fails
    vendor.setMood('takes')
    await clearBreakers()
    vendor.asked.length = 0
    await testCall(campaign.id)
    expect(callsAsked('vapi')).toHaveLength(1)
    vendor.setMood('refuses', 'vapi')
    await testCall(campaign.id)
    expect(callsAsked('twilio')).toHaveLength(1)
    vendor.setMood('fails')
    const { rows: calls } = await owner.query<{ id: number; provider: string; ref: string }>(
      'select id, provider, provider_call_id as ref from calls where provider_call_id is not null order by id desc',
    )
    const [byTwilio, byVapi] = ['twilio', 'vapi'].map((name) =>
      calls.find(({ provider }) => provider === name),
    )
    const rightSecret = { 'x-vapi-secret': secret.vapiWebhook }
    const vapiCall = { id: byVapi?.ref, customer: { externalId: String(byVapi?.id) } }
    const choose = (option: string) => ({
      type: 'tool-calls',
      toolCallList: [
        {
          ...{ id: `call_${option}`, type: 'function' },
          function: { name: 'choose_option', arguments: JSON.stringify({ option, by: 'key' }) },
        },
      ],
      // a key acts without a read-back
      artifact: { messages: [{ role: 'user', message: `Keypad Entry: ${option.slice(-1)}` }] },
    })
    const told: object[] = [
      { type: 'status-update', status: 'in-progress' },
      { type: 'transcript', role: 'user', transcriptType: 'final', transcript: 'Send me the link' },
      choose('option_1'),
      choose('option_3'),
      { type: 'end-of-call-report', endedReason: 'customer-ended-call', artifact: {}, analysis: {} },
      { type: 7, toolCallList: 'nonsense' },
    ]
    for (const message of told) {
      await fromVapi(vapiCall, message, {})
      await fromVapi(vapiCall, message, { 'x-vapi-secret': `${secret.vapiWebhook}x` })
      await fromVapi(vapiCall, message, rightSecret)
    }
    await send('POST', '/api/webhooks/vapi', { body: '{"message":', headers: rightSecret })
    const form = new URLSearchParams(callsAsked('twilio')[0]?.body)
    const ofCall = { CallSid: byTwilio?.ref ?? '', AccountSid: ACCOUNT }
    const addresses = ['Url', 'StatusCallback', 'RecordingStatusCallback', 'AsyncAmdStatusCallback']
      .map((name) => form.get(name)?.replace(/#.*/, ''))
      .filter((address) => address !== undefined)
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses) {
      const fields = {
        ...ofCall,
        ...{ CallStatus: 'completed', CallDuration: '20', Digits: '1', AnsweredBy: 'human' },
        ...{ RecordingStatus: 'completed', RecordingSid: `RE${'7'.repeat(32)}`, SequenceNumber: '3' },
        RecordingUrl: `${vendor.url}/2010-04-01/Accounts/${ACCOUNT}/Recordings/RE${'7'.repeat(32)}`,
      }
      const answer = await fromTwilio(address, fields)
      expect(answer.status, address).toBeLessThan(300)
      // the same, unsigned
      await send('POST', new URL(address).pathname, { body: new URLSearchParams(fields).toString() })
    }
    for (const call of [byTwilio, byVapi]) {
      await send('GET', `/api/calls/${call?.id}/recording`)
      await send('GET', `/api/calls/${call?.id}/waveform`)
      await send('POST', `/api/calls/${call?.id}/end`)
    }
    await send('POST', `/api/campaigns/${campaign.id}/start-calls`)
    await send('POST', `/api/brokers/${broker.id}/test-call`, { body: {} })
    await send('POST', '/api/forgot-password', { body: { email: signIn.email } })
    await until(
      'SMS and mail to have been tried',
      async () => {
        await clearBreakers()
        const { rows } = await owner.query<{ channel: string }>(
          'select distinct channel from messages where attempts > 0',
        )
        return rows.map(({ channel }) => channel)
      },
      (channels) => channels.length === 2,
      30,
    )

    // input that cannot be read, and a database that shuts the door
    for (const body of ['{', '[1', '"\u0000"', '{"email":{"a":1}}'])
      await send('POST', '/api/login', { body, headers: { 'content-type': 'application/json' } })
    await owner.query('alter role marked nologin')
    await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'marked'")
    for (const path of ['/api/campaigns', '/api/system', '/readyz', '/booking']) await send('GET', path)
    await fromVapi(vapiCall, { type: 'status-update', status: 'ended' }, rightSecret)
    expect(answers.some(({ status }) => status === 500)).toBe(true)
    await owner.query('alter role marked login')
    await until(
      'the database to be back',
      () => send('GET', '/readyz'),
      ({ status }) => status === 200,
      30,
    )

    // everything that can be read
    const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    for (const path of [
      ...Object.keys(paths),
      '/',
      '/settings',
      '/metrics',
      '/api/docs',
      '/api/openapi.json',
    ]) {
      if (path !== '/api/events') await send('GET', path.replaceAll(/\{\w+\}/g, '1'))
    }
    for (const { id } of calls) await send('GET', `/api/calls/${id}`)
    await send('GET', '/api/audit?limit=1000')

    expect(server.output()).toContain('"level":50')
    const leaks = [
      ...search(server.output(), 'log'),
      ...answers.flatMap(({ what, text }) => search(text, `answer of ${what}`)),
      ...(await searchDatabase(owner, search)),
      ...(await searchFiles(dataDir, search)),
    ]
    expect(leaks).toEqual([])
  })

  // Covers: calls-vendors-under-3
  it('would have been found, however it were written', async () => {
    const basic = `Basic ${Buffer.from(`${KEY}:${secret.twilioKey}`).toString('base64')}`
    await owner.query(`create table planted as select 'AxiosError: ${basic}' as error`)
    await writeFile(join(dataDir, 'planted.txt'), encodeURIComponent(secret.session))
    const inRows = await searchDatabase(owner, search)
    expect(inRows.map((leak) => leak.secret)).toContain('twilioKey')
    expect((await searchFiles(dataDir, search)).map((leak) => leak.secret)).toContain('session')
    for (const [name, value] of Object.entries(secret)) {
      const header = Buffer.from(`somebody:${value}`).toString('base64')
      for (const text of [value, header, encodeURIComponent(value), JSON.stringify({ error: value })])
        expect(
          search(`before ${text} after`, 'planted').map((leak) => leak.secret),
          name,
        ).toContain(name)
    }
  })
})
