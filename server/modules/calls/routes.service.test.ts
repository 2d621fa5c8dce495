import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIMULATOR_REFUSES } from '#contract/brokers/phone-messages.ts'
import { type Call, type CallDetails, callStatusLabels } from '#contract/calls/calls.ts'
import { serveCalls } from '#test/worlds/calls-server.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { dialPlaced } from './dispatch/place-call.ts'

let world: CallsWorld
let server: FastifyInstance

beforeAll(async () => {
  world = await createCallsWorld()
  server = await serveCalls(world)
})
afterAll(async () => {
  await server?.close()
  await world?.close()
})

type Method = 'GET' | 'POST'
async function ask(
  method: Method,
  url: string,
  options: { role?: string; body?: object; headers?: object } = {},
) {
  const { role = 'admin', body, headers } = options
  return server.inject({
    method,
    url,
    headers: { ...(role && { 'x-role': role }), ...headers },
    ...(body && { payload: body }),
  })
}

async function testCall(phoneNumber: string, role = 'lender') {
  return ask('POST', '/api/calls/test', { role, body: { phoneNumber, campaignId: world.campaignId } })
}

async function broker(values: { name: string; phone: string | null; region?: string; company?: string }) {
  return (await world.db.insertInto('brokers').values(values).returning('id').executeTakeFirstOrThrow()).id
}

describe('a test call', () => {
  // Covers: test-calls-1
  it.each([
    '0255 500 001',
    '(02) 5550 0001',
    '+61 2 5550 0001',
  ])('to %s dials the number in international form', async (text) => {
    const answer = await testCall(text)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ phoneNumber: '+61255500001' })
    await world.pass(700)
    const call = (await ask('GET', `/api/calls/${answer.json().callId}`)).json<CallDetails>()
    expect(call).toMatchObject({ test: true, status: 'completed', response: 'option_1', broker: null })
  })

  // Covers: test-calls-3
  it('counts in no list unless asked for', async () => {
    const { callId } = (await testCall('0255500009')).json()
    const ids = async (query: string) =>
      (await ask('GET', `/api/calls${query}`)).json<Call[]>().map(({ id }) => id)
    expect(await ids('')).not.toContain(callId)
    expect(await ids('?test=true')).toContain(callId)
  })

  // Covers: test-calls-1
  it.each([
    ['', 400, 'Phone number is required'],
    ['0412', 400, 'Enter a valid phone number'],
    ['hello', 400, 'Enter a valid phone number'],
    [`+61${'1'.repeat(40)}`, 400, 'Enter a valid phone number'],
    ['+61412345678', 422, SIMULATOR_REFUSES],
    ['0412 345 678', 422, SIMULATOR_REFUSES],
  ])('to "%s" is refused with %i: %s', async (text, status, message) => {
    const answer = await testCall(text)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBe(message)
  })

  it.each([
    '1900 654 321',
    '000',
    '+1 415 555 2671',
    '13 14 44',
    '1800 975 707',
  ])('to %s is never made', async (text) => {
    const before = await dialCount()
    const answer = await testCall(text)
    expect([400, 422]).toContain(answer.statusCode)
    expect(await dialCount()).toBe(before)
  })

  // Covers: test-calls-4
  it('to a suppressed number is never made', async () => {
    await world.db
      .insertInto('suppressions')
      .values({ phone: '+61355500001', source: 'manual', reason: 'asked by mail' })
      .execute()
    const answer = await testCall('0355500001')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toMatch(/never called/)
  })

  it('for a campaign that is not there is 404', async () => {
    const body = { phoneNumber: '0255500001', campaignId: 2_000_000 }
    expect((await ask('POST', '/api/calls/test', { body })).statusCode).toBe(404)
  })

  it('to a broker speaks the script of the newest active campaign and names the broker', async () => {
    const id = await broker({ name: 'Priya Sharma', phone: '+61755500002', region: 'QLD', company: 'Redgum' })
    const answer = await ask('POST', `/api/brokers/${id}/test-call`)
    expect(answer.statusCode).toBe(201)
    await world.pass(700)
    const call = (await ask('GET', `/api/calls/${answer.json().callId}`)).json<CallDetails>()
    expect(call).toMatchObject({ broker: { id, name: 'Priya Sharma' }, response: 'option_2', test: true })
    expect(call.transcript.some(({ text }) => text.includes('Hello Priya'))).toBe(true)
  })

  it('to a broker without a number, or to nobody, is refused', async () => {
    const id = await broker({ name: 'No Phone', phone: null })
    expect((await ask('POST', `/api/brokers/${id}/test-call`)).statusCode).toBe(422)
    expect((await ask('POST', '/api/brokers/2000000/test-call')).statusCode).toBe(404)
  })

  it.each([
    ['viewer', 403],
    ['compliance', 403],
    ['', 401],
  ])('by %s is refused with %i', async (role, status) => {
    expect((await testCall('0255500001', role)).statusCode).toBe(status)
  })

  // Covers: http-conventions-10
  it('with one Idempotency-Key is made once', async () => {
    const body = { phoneNumber: '0255500006', campaignId: world.campaignId }
    const send = () => ask('POST', '/api/calls/test', { body, headers: { 'idempotency-key': 'once-1' } })
    const [first, second] = [await send(), await send()]
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
  })
})

async function dialCount(): Promise<number> {
  return (await world.db.selectFrom('simulatorDials').select('id').execute()).length
}

describe('ending a call', () => {
  // Covers: call-details-6
  it('before the answer cancels it', async () => {
    const { callId } = (await testCall('0255500001')).json()
    const answer = await ask('POST', `/api/calls/${callId}/end`, { role: 'lender' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'failed', outcome: 'cancelled' })
    expect((await ask('POST', `/api/calls/${callId}/end`)).statusCode).toBe(409)
  })

  // Covers: call-details-6
  it('after the answer completes it, with the recording so far', async () => {
    const { callId } = (await testCall('0255500005')).json()
    await world.pass(32)
    const answer = await ask('POST', `/api/calls/${callId}/end`)
    expect(answer.json()).toMatchObject({
      status: 'completed',
      outcome: 'human',
      recordingStatus: 'completed',
    })
    expect(answer.json().duration).toBeLessThanOrEqual(32)
  })

  it('that was placed and not yet dialled keeps it from being dialled', async () => {
    const callId = await world.call('+61255500001', { dial: false })
    expect((await ask('POST', `/api/calls/${callId}/end`)).json()).toMatchObject({ outcome: 'cancelled' })
    const before = await dialCount()
    await dialPlaced(world.ctx, callId)
    expect(await dialCount()).toBe(before)
  })

  it('is not for viewers, and not for calls that are not there', async () => {
    expect((await ask('POST', '/api/calls/1/end', { role: 'viewer' })).statusCode).toBe(403)
    expect((await ask('POST', '/api/calls/2000000/end')).statusCode).toBe(404)
  })
})

describe('the list of calls', () => {
  let ids: number[]
  beforeAll(async () => {
    const brokerId = await broker({
      name: "Siobhan O'Brien",
      phone: '+61855500001',
      region: 'WA',
      company: '=cmd',
    })
    ids = []
    for (const digit of [0, 1, 2, 5, 6]) {
      const callId = await world.call(`+6185550100${digit}`)
      await world.db.updateTable('calls').set({ brokerId, region: 'WA' }).where('id', '=', callId).execute()
      ids.push(callId)
    }
    await world.pass(700)
  })
  const list = async (query: string): Promise<Call[]> =>
    (await ask('GET', `/api/calls?region=WA&${query}`)).json()
  const idsOf = (calls: Call[]) => calls.map(({ id }) => id)

  // Covers: dashboard-16
  it('has the newest first and filters by what the screen filters by', async () => {
    expect(idsOf(await list(''))).toEqual(ids.toReversed())
    expect(idsOf(await list('status=no_answer'))).toEqual([ids[4], ids[0]])
    expect(idsOf(await list('outcome=busy'))).toEqual([ids[4]])
    expect(idsOf(await list('response=any'))).toEqual([ids[2], ids[1]])
    expect(idsOf(await list('response=none&status=completed'))).toEqual([ids[3]])
    expect(idsOf(await list('response=option_2'))).toEqual([ids[2]])
    expect(idsOf(await list('inFlight=true'))).toEqual([])
    expect(idsOf(await list(`q=${encodeURIComponent("o'brien")}`))).toHaveLength(5)
    expect(idsOf(await list(`q=${encodeURIComponent('08 5550 1002')}`))).toEqual([ids[2]])
    expect(idsOf(await list('q=%25'))).toEqual([])
  })

  // Covers: dashboard-17
  it.each([
    '-createdAt',
    'createdAt',
    'duration',
    '-duration',
    'status',
    '-response',
    'broker',
    'campaign',
  ])('sorted by %s gives every call once over its pages', async (sort) => {
    const whole = idsOf(await list(`sort=${sort}`))
    const paged: number[] = []
    let url: string | undefined = `/api/calls?region=WA&sort=${sort}&limit=2`
    while (url) {
      const answer = await ask('GET', url)
      expect(answer.headers['x-total-count']).toBe('5')
      paged.push(...idsOf(answer.json()))
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(paged).toEqual(whole)
    expect(whole.toSorted((a, b) => a - b)).toEqual(ids)
  })

  // Covers: http-conventions-9
  it('refuses what it does not know with a message', async () => {
    expect((await ask('GET', '/api/calls?sort=password')).statusCode).toBe(400)
    expect((await ask('GET', '/api/calls?cursor=abc')).statusCode).toBe(400)
    expect((await ask('GET', '/api/calls?status=sleeping')).statusCode).toBe(400)
    expect((await ask('GET', '/api/calls', { role: '' })).statusCode).toBe(401)
  })

  // Covers: dashboard-17
  it('is exported as filtered, and nothing in it is a formula', async () => {
    const answer = await ask('GET', '/api/calls/export?region=WA&response=any', { role: 'viewer' })
    expect(answer.headers['content-type']).toContain('text/csv')
    const lines = answer.body.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('Broker,Company,Region,Phone')
    expect(lines[1]).toContain("'=cmd")
    expect(lines[1]).toContain('(08) 5550 1002')
  })

  // Covers: analytics-figures-21
  it('is exported with labels, numbers and instants as the screen has them', async () => {
    const { db } = world
    await db
      .updateTable('calls')
      // finer than a millisecond, none at all, and one decimal
      .set({
        createdAt: sql`timestamptz '2026-11-24T01:02:03.456789Z'`,
        callStartTime: sql`timestamptz '2026-11-24T01:02:04Z'`,
        callEndTime: sql`timestamptz '2026-11-24T01:02:05.5+00'`,
      })
      .where('id', '=', ids[2] ?? 0)
      .execute()
    const { body } = await ask('GET', '/api/calls/export?region=WA&response=any')
    const [header = '', ...rows] = body.trim().split('\r\n')
    const row = rows.find((line) => line.startsWith(`${ids[2]},`))?.split(',') ?? []
    const cell = (name: string): string | undefined => row[header.split(',').indexOf(name)]
    const call = (await ask('GET', `/api/calls/${ids[2]}`)).json<CallDetails>()
    expect(cell('Created at')).toBe('2026-11-24T01:02:03.456Z')
    expect(cell('Answered at')).toBe('2026-11-24T01:02:04.000Z')
    expect(cell('Ended at')).toBe('2026-11-24T01:02:05.500Z')
    expect(cell('Call status')).toBe(callStatusLabels[call.status])
    expect(cell('Test')).toBe('no')
  })

  // Covers: calls-live-providers-12
  it('is exported with what each call cost', async () => {
    const price = { cost: '0.0275', costCurrency: 'USD' }
    await world.db
      .updateTable('calls')
      .set(price)
      .where('id', '=', ids[2] ?? 0)
      .execute()
    const { body } = await ask('GET', '/api/calls/export?region=WA&response=any')
    const [header = '', ...rows] = body.trim().split('\r\n')
    const at = header.split(',').indexOf('Cost')
    expect(header.split(',').slice(at, at + 2)).toEqual(['Cost', 'Currency'])
    const isDear = (row: string): boolean => row.startsWith(`${ids[2]},`)
    const [dear = '', free = ''] = [rows.find(isDear), rows.find((row) => !isDear(row))]
    expect(dear.split(',').slice(at, at + 2)).toEqual(['0.0275', 'USD'])
    expect(free.split(',').slice(at, at + 2)).toEqual(['', ''])
  })

  // Covers: call-details-2
  it('opens a call with what it was told, in order', async () => {
    const call = (await ask('GET', `/api/calls/${ids[1]}`, { role: 'viewer' })).json<CallDetails>()
    expect(call.events.map(({ kind }) => kind)).toEqual([
      'ringing',
      'answered',
      'recording',
      'answered_by',
      'understood',
      'menu',
      'option',
      'ended',
      'transcript',
      'recording',
    ])
    expect(call.events.map(({ description }) => description)).toContain('SMS link requested (pressed 1)')
    expect(call.transcript.length).toBeGreaterThan(3)
    expect((await ask('GET', '/api/calls/2000000')).statusCode).toBe(404)
  })
})

describe('the calling clock', () => {
  // Covers: simulator-5
  it('is the simulator’s, with its speed', async () => {
    const answer = await ask('GET', '/api/calling-clock', { role: 'viewer' })
    expect(answer.json()).toMatchObject({ provider: 'simulator', simulated: true })
    expect(new Date(answer.json().now)).toEqual(await world.simulator.now())
  })

  // Covers: simulator-5
  it('comes with what the simulator was asked to dial, for admins only', async () => {
    const callId = await world.call('+61255500006')
    const answer = await ask('GET', '/api/simulator/dials')
    expect(answer.json().at(-1)).toMatchObject({ callId, to: '+61255500006' })
    expect((await ask('GET', '/api/simulator/dials', { role: 'lender' })).statusCode).toBe(403)
  })
})

describe('the decision that allowed a call', () => {
  // Covers: call-details-2
  it('is shown with it', async () => {
    const callId = await world.call('+61255500006')
    const decision = await world.db
      .insertInto('callDecisions')
      .values({
        verdict: 'call',
        reasons: JSON.stringify([{ code: 'allowed', text: 'May be called.' }]),
        facts: JSON.stringify({ callBasis: 'relationship' }),
        dataVersions: JSON.stringify({ holidays: '1' }),
        rulesVersion: '1',
        judgedAt: new Date('2026-11-24T01:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db.updateTable('calls').set({ decisionId: decision.id }).where('id', '=', callId).execute()
    const call = (await ask('GET', `/api/calls/${callId}`, { role: 'viewer' })).json<CallDetails>()
    expect(call.decision).toMatchObject({
      verdict: 'call',
      reasons: [{ code: 'allowed', text: 'May be called.' }],
      facts: { callBasis: 'relationship' },
      dataVersions: { holidays: '1' },
    })
  })
})
