import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '#contract/calls/calls.ts'
import { serveCalls } from '#test/worlds/calls-server.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'

/** Two of them differ in nothing but their case. */
const CALLS_OF = { Waratah: 7, 'Wattle blossom': 1, waratah: 4, Banksia: 5 }
const OF_NONE = 3

let world: CallsWorld
let server: FastifyInstance
let made: { id: number; name: string | null; busy: boolean }[]

beforeAll(async () => {
  world = await createCallsWorld()
  server = await serveCalls(world)
  made = await makeCalls()
})
afterAll(async () => {
  await server?.close()
  await world?.close()
})

/** One call of each campaign in turn while it has any left, so that the order of ids does not depend on campaigns. */
async function makeCalls(): Promise<typeof made> {
  const campaigns: { id: number | null; name: string | null; left: number }[] = [
    { id: null, name: null, left: OF_NONE },
  ]
  for (const [name, left] of Object.entries(CALLS_OF)) {
    const { id } = await world.db
      .insertInto('campaigns')
      .values({ name, product: 'Loan', callScript: 'Hello' })
      .returning('id')
      .executeTakeFirstOrThrow()
    campaigns.push({ id, name, left })
  }
  const turns = Array.from({ length: 7 }, (_, turn) => campaigns.filter(({ left }) => left > turn)).flat()
  const rows = turns.map(({ id, name }, index) => ({ campaignId: id, name, busy: index % 2 === 0 }))
  const ids = await world.db
    .insertInto('calls')
    .values(
      rows.map(({ campaignId, busy }) => ({
        ...{ provider: 'simulator', simulated: true, toNumber: '+61255500777', campaignId },
        ...{ status: 'no_answer', outcome: busy ? 'busy' : 'no_answer', finishedAt: new Date() },
      })),
    )
    .returning('id')
    .execute()
  return ids.map(({ id }, index) => ({
    id,
    name: rows[index]?.name ?? null,
    busy: rows[index]?.busy ?? false,
  }))
}

const ask = (url: string) => server.inject({ method: 'GET', url, headers: { 'x-role': 'admin' } })

/** The ids over all pages. */
async function paged(query: string): Promise<number[]> {
  const found: number[] = []
  let url: string | undefined = `/api/calls?${query}`
  while (url) {
    const answer = await ask(url)
    expect(answer.statusCode).toBe(200)
    found.push(...answer.json<Call[]>().map(({ id }) => id))
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  return found
}

const compare = (a: string | null, b: string | null): number => {
  const [left = '', right = ''] = [a?.toLowerCase(), b?.toLowerCase()]
  return left < right ? -1 : left > right ? 1 : 0
}

it.each([
  ['campaign', 'limit=1'],
  ['campaign', 'limit=3'],
  ['campaign', 'limit=50'],
  ['-campaign', 'limit=1'],
  ['-campaign', 'limit=3'],
  ['-campaign', 'limit=50'],
  ['campaign', 'limit=2&outcome=busy'],
  ['-campaign', 'limit=2&outcome=busy'],
])('calls sorted by %s stand as the names do, those of no campaign last, with %s', async (sort, query) => {
  const turn = sort.startsWith('-') ? -1 : 1
  const wanted = made.filter(({ busy }) => busy || !query.includes('busy'))
  const expected = [
    ...wanted
      .filter(({ name }) => name !== null)
      .toSorted((a, b) => turn * (compare(a.name, b.name) || a.id - b.id)),
    ...wanted.filter(({ name }) => name === null).toSorted((a, b) => turn * (a.id - b.id)),
  ]
  expect(await paged(`sort=${sort}&${query}`)).toEqual(expected.map(({ id }) => id))
})
