import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTwilioWorld, type TwilioWorld } from '#test/worlds/twilio-world.ts'

let world: TwilioWorld
let clock = new Date('2026-11-24T00:00:00Z')
beforeAll(async () => {
  world = await createTwilioWorld({ env: { RATE_LIMITS: 'on' }, now: () => clock })
})
afterAll(() => world?.close())

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
  // Twilio's own come from there too
  await world.twilio.textUs({ from: '+61491570214', body: 'STOP' })
  const suppressed = await db.selectFrom('suppressions').select('phone').execute()
  expect(suppressed).toEqual([{ phone: '+61491570214' }])
  expect([await forge('198.51.100.1'), await counted()]).toEqual([[403, undefined], 21])
  clock = new Date(clock.getTime() + 60_000)
  expect([await forge('127.0.0.1'), await counted()]).toEqual([[403, undefined], 22])
})
