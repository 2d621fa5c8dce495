import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVapiWorld, VAPI_KEY, VAPI_PUBLIC_KEY, type VapiWorld } from '#test/worlds/vapi-world.ts'

let world: VapiWorld
beforeAll(async () => {
  world = await createVapiWorld({ app: { now: () => new Date() } })
})
afterAll(() => world?.close())

// Covers: calls-vapi-14
it('can be listened to by nobody, and is controlled with the account’s public key only', async () => {
  world.vapi.calls.holdLines()
  const call = await world.dial('+61491570206')
  const found = await fetch(`${world.vapi.url}/call/${call.providerCallId}`, {
    headers: { authorization: `Bearer ${VAPI_KEY}` },
  })
  const { monitor } = (await found.json()) as { monitor: { listenUrl?: string; controlUrl?: string } }
  expect(monitor.listenUrl).toBeUndefined()
  const order = (headers: Record<string, string>) =>
    fetch(`${world.vapi.url}${new URL(monitor.controlUrl ?? '').pathname}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      body: JSON.stringify({ type: 'end-call' }),
    })
  expect((await order({})).status).toBe(401)
  expect((await order({ authorization: 'Bearer of another account' })).status).toBe(401)
  await world.voice.end(call)
  const sent = world.vapi.seen.findLast(({ path }) => path.endsWith('/control'))
  expect(sent?.headers.authorization).toBe(`Bearer ${VAPI_PUBLIC_KEY}`)
  world.vapi.calls.letAll()
  await world.vapi.settled()
  expect(await world.call(call.callId)).toMatchObject({ outcome: 'cancelled' })
})

it('tells staff which variable is missing where Vapi refuses the key', async () => {
  const other = await createVapiWorld({ app: { env: { VAPI_PUBLIC_KEY: '' } } })
  try {
    other.vapi.calls.holdLines()
    const call = await other.dial('+61491570207')
    await expect(other.voice.end(call)).rejects.toThrow(/VAPI_PUBLIC_KEY/)
    other.vapi.calls.letAll()
    await other.vapi.settled()
  } finally {
    await other.close()
  }
})
