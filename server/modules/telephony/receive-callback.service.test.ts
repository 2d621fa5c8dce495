import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedCallback } from '#test/doubles/twilio/state.ts'
import { AUTH_TOKEN, createTwilioWorld, PUBLIC_URL, type TwilioWorld } from '#test/worlds/twilio-world.ts'

let world: TwilioWorld
let clock = new Date('2026-11-24T00:00:00Z')
beforeAll(async () => {
  world = await createTwilioWorld({ env: { RATE_LIMITS: 'on' }, now: () => clock })
})
afterAll(() => world?.close())

// Covers: sms-twilio-writes-8
it('callbacks that nobody signed are counted up to 20 a minute from one address, and hold up none that is signed', async () => {
  const { app } = world
  const { db } = app.connection
  const forge = async (remoteAddress: string) => {
    const answer = await app.server.inject({
      ...{ method: 'POST', url: '/api/webhooks/twilio/sms', remoteAddress },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'Zm9yZ2Vk' },
      payload: 'MessageSid=SM9&From=%2B61491570213&Body=STOP',
    })
    return [answer.statusCode, answer.headers['retry-after']]
  }
  const counted = async () => (await db.selectFrom('refusedCallbacks').select('times').execute())[0]?.times
  const answers = await Promise.all(Array.from({ length: 60 }, () => forge('127.0.0.1')))
  expect(answers.filter(([status]) => status === 403)).toHaveLength(20)
  expect(answers.filter(([status]) => status === 429)).toHaveLength(40)
  expect([await forge('127.0.0.1'), await counted()]).toEqual([[429, '60'], 20])
  // Twilio's signed callbacks from the same address are still accepted
  await world.twilio.textUs({ from: '+61491570214', body: 'STOP' })
  const suppressed = await db.selectFrom('suppressions').select('phone').execute()
  expect(suppressed).toEqual([{ phone: '+61491570214' }])
  expect([await forge('198.51.100.1'), await counted()]).toEqual([[403, undefined], 21])
  clock = new Date(clock.getTime() + 60_000)
  expect([await forge('127.0.0.1'), await counted()]).toEqual([[403, undefined], 22])
})

it('a callback is answered for a program: as text that nothing runs and nobody keeps', async () => {
  const url = '/api/webhooks/twilio/answer?call=1'
  const { headers, body } = signedCallback(PUBLIC_URL + url, { CallSid: `CA${'1'.repeat(32)}` }, AUTH_TOKEN)
  const answer = await world.app.server.inject({ method: 'POST', url, headers, payload: body })
  expect(answer.body).toContain('<Hangup/>')
  expect(answer.headers).toEqual({
    'cache-control': 'no-store',
    connection: expect.any(String),
    'content-length': String(answer.body.length),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/xml; charset=utf-8',
    date: expect.any(String),
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
  const status = url.replace('answer', 'status')
  const told = signedCallback(PUBLIC_URL + status, { CallSid: 'CA1', CallStatus: 'queued' }, AUTH_TOKEN)
  const empty = await world.app.server.inject({
    ...{ method: 'POST', url: status, headers: told.headers, payload: told.body },
  })
  expect([empty.statusCode, empty.body, empty.headers['content-length']]).toEqual([204, '', undefined])
})
