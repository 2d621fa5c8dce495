import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { VAPI_NUMBER } from '#test/doubles/vapi/vapi.ts'
import { createVapiWorld, VAPI_KEY, VAPI_SECRET, type VapiWorld } from '#test/worlds/vapi-world.ts'
import type { Vendor } from '../ports/vendors.ts'

let world: VapiWorld
let vendor: Vendor
beforeAll(async () => {
  world = await createVapiWorld({
    app: {
      env: {
        TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
        TWILIO_AUTH_TOKEN: 'token-of-the-test-account-0001',
        TWILIO_BASE_URL: 'http://127.0.0.1:9',
      },
    },
  })
  const { vapi } = world.app.providers.vendors
  if (!vapi) throw new Error('Vapi is configured')
  vendor = vapi
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.vapi.setFault(undefined)
  await world.db.deleteFrom('vendorStates').execute()
})

const orders = () =>
  world.vapi.seen.filter(({ method, path }) => method === 'POST' && path === '/phone-number')
const server = {
  url: 'https://calls.brokerline.example/api/webhooks/vapi',
  headers: { 'X-Vapi-Secret': VAPI_SECRET },
}

describe('the numbers at Vapi', () => {
  it('are listed with what each is for', async () => {
    expect(await vendor.numbers.list()).toEqual([
      {
        id: VAPI_NUMBER.id,
        phoneNumber: VAPI_NUMBER.number,
        name: VAPI_NUMBER.name,
        voice: true,
        sms: false,
        state: 'active',
        connected: false,
        inUse: true,
      },
    ])
  })

  it('are American where Vapi rents them out, which is said before and after', async () => {
    const needs = await vendor.numbers.needs('415')
    expect(needs).toMatchObject({ type: 'us', address: { needed: false }, bundle: { needed: false } })
    expect(needs.explanation).toMatch(/cannot call Australian phones.*Twilio/)
    await expect(vendor.numbers.needs('02')).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('three-digit'),
    })
  })

  // Covers: calls-vapi-15
  it('are rented once, and reach us from the start', async () => {
    const before = orders().length
    const bought = await vendor.numbers.buy({ areaCode: '415' })
    expect(bought).toMatchObject({ phoneNumber: '+14155550100', state: 'activating', connected: true })
    expect(orders()).toHaveLength(before + 1)
    expect(JSON.parse(orders().at(-1)?.body.toString() ?? '')).toMatchObject({
      provider: 'vapi',
      numberDesiredAreaCode: '415',
      server,
    })
    await vendor.numbers.release(bought.id)
    expect(await vendor.numbers.list()).toHaveLength(1)
  })

  // Covers: calls-vapi-15
  it.each([
    'broken',
    'broken_after',
    'cut',
  ] as const)('are not ordered again after the answer "%s"; one that came of it is found', async (fault) => {
    const before = orders().length
    world.vapi.setFault(({ method }) => (method === 'POST' ? fault : undefined))
    const order = vendor.numbers.buy({ areaCode: '212' })
    if (fault === 'broken')
      await expect(order).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('did not confirm'),
      })
    else await vendor.numbers.release((await order).id)
    expect(orders()).toHaveLength(before + 1)
  })

  // Covers: calls-vapi-15
  it('are imported from Twilio with its credentials, whose messages keep coming to us', async () => {
    const imported = await vendor.numbers.importFrom?.('+61255500101')
    expect(imported).toMatchObject({ phoneNumber: '+61255500101', connected: true, sms: false })
    expect(JSON.parse(orders().at(-1)?.body.toString() ?? '')).toMatchObject({
      provider: 'twilio',
      number: '+61255500101',
      twilioAccountSid: 'AC00000000000000000000000000000001',
      twilioAuthToken: 'token-of-the-test-account-0001',
      smsEnabled: false,
      server,
    })
    expect(JSON.stringify(imported)).not.toContain('token-of')
  })

  // Covers: calls-vapi-15
  it('are connected to us in place of an assistant that would answer for us', async () => {
    const played = world.vapi.numbers.numbers[0]
    if (played) played.assistantId = 'of-the-dashboard'
    expect((await vendor.numbers.list())[0]?.connected).toBe(false)
    expect(await vendor.numbers.connect(VAPI_NUMBER.id)).toMatchObject({ connected: true })
    expect(played).toMatchObject({ assistantId: null, server })
  })

  it('that Vapi does not know, or cannot say now, are said to be so', async () => {
    await expect(vendor.numbers.connect('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
      kind: 'unknown',
    })
    world.vapi.setFault(() => 'broken')
    await expect(vendor.numbers.list()).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('the connection test', () => {
  const statuses = async () =>
    Object.fromEntries((await vendor.checks()).map(({ name, status }) => [name, status]))

  // Covers: calls-vapi-15
  it('is passed where all is set up', async () => {
    await vendor.numbers.connect(VAPI_NUMBER.id)
    // the model and the voice are judged by the day, see the warnings
    expect(await statuses()).toMatchObject({
      'API key': 'ok',
      Number: 'ok',
      'Calls to Australia': 'ok',
      'Calls to the number': 'ok',
      'Public address': 'ok',
      'Webhook secret': 'ok',
    })
  })

  // Covers: calls-vapi-15
  it('says that a number of Vapi’s own reaches nobody here, that one is blocked, or gone', async () => {
    const [played] = world.vapi.numbers.numbers
    if (!played) throw new Error('there is one')
    const { provider, number, status } = played
    Object.assign(played, { provider: 'vapi', number: '+14155550100' })
    expect(await statuses()).toMatchObject({ 'Calls to Australia': 'failed' })
    Object.assign(played, { provider, number, status: 'blocked' })
    expect(await statuses()).toMatchObject({ Number: 'failed' })
    Object.assign(played, { status, id: 'another' })
    expect(await statuses()).toMatchObject({ Number: 'failed', 'Calls to Australia': 'skipped' })
    played.id = VAPI_NUMBER.id
  })

  // Covers: calls-vapi-15
  it('never throws, and names no secret, while Vapi fails', async () => {
    for (const fault of ['broken', 'reset', 'busy'] as const) {
      await world.db.deleteFrom('vendorStates').execute()
      world.vapi.setFault(() => fault)
      const results = await vendor.checks()
      expect(results[0]).toMatchObject({ name: 'API key', status: 'failed' })
      expect(JSON.stringify(results)).not.toMatch(new RegExp(`${VAPI_KEY}|${VAPI_SECRET}`))
    }
  })
})

it('describes itself without a secret', () => {
  expect(vendor.description).toBe('calls from number 11111111…')
})
