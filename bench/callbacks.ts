// Callbacks of both vendors per second (verified, stored, folded, answered) with 500 calls in flight, compared with a
// bare Fastify route that only reads the body and inserts one row, in the same run; and the duration of one callback at
// the pace of 500 calls. Run: node bench/callbacks.ts [twilio|vapi]
import { generateX25519Identity } from 'age-encryption'
import { startDatabase } from '#test/database.ts'
import { startServer } from '#test/product/server.ts'
import { startBare } from './callbacks/bare.ts'
import { keepInFlight, type Measured } from './callbacks/load.ts'
import { type SeededCall, type Story, twilioStory, vapiStory } from './callbacks/stories.ts'
import { makeWorld } from './callbacks/world.ts'
import { type Costs, costs } from './pace/costs.ts'
import { profiled } from './profiled.ts'
import { quantile } from './quantile.ts'

const NEEDED = 0.5
const P95_MS = { callback: 50, tool: 100 }
const ROUNDS = 5
/** Whole rounds until the JIT no longer improves the result, because the process serves for days. */
const WARMING = 4
const SECONDS = 6
/** Each of 500 calls sends callbacks at this interval: 200 a second, twice the rate of calls of a minute and a half. */
const PACED = { pauseSeconds: 2.5, seconds: 20 }
const ENOUGH_CALLS = 4800

/** Response of the bare route, with which a story continues. */
const ANY_ANSWER = '<Gather action="http://localhost/next">"result"'

const PUBLIC_URL = 'https://brokerline.example.com'
const account = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'bench-token-of-twilio' }
const secret = 'bench-secret-of-vapi'

const neverCalled: SeededCall = { id: 1, providerCallId: 'none', toNumber: '+61255500000' }

const database = await startDatabase({ shared_preload_libraries: 'pg_stat_statements' })
const server = await startServer({
  env: {
    ...{ DEMO: 'off', RATE_LIMITS: 'on', ROLE: 'web', VOICE_PROVIDER: 'auto' },
    ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
    // as behind a proxy: the address that Twilio signs has no port
    PUBLIC_URL,
    ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
    ...{ TWILIO_ACCOUNT_SID: account.accountSid, TWILIO_AUTH_TOKEN: account.authToken },
    // nothing listens on this port: no vendor is reached
    ...{ TWILIO_FROM: '+61491570501', TWILIO_BASE_URL: 'http://127.0.0.1:9', VAPI_API_KEY: 'bench' },
    ...{ VAPI_WEBHOOK_SECRET: secret, VAPI_PHONE_NUMBER_ID: 'bench', VAPI_BASE_URL: 'http://127.0.0.1:9' },
    ...profiled(),
  },
})
const bare = await startBare()
const measured = await costs(database.ownerUrl, server.pid)
try {
  const world = await makeWorld(database.ownerUrl)
  for (const [vendor, tell] of Object.entries(stories())) {
    if (process.argv[2] && process.argv[2] !== vendor) continue
    // the keys of `stories` are the vendors
    const calls = (count: number) => world.calls(vendor as 'twilio' | 'vapi', count)
    await measure(vendor, { tell, calls })
  }
  await world.client.end()
} finally {
  await measured.close()
  await bare.stop()
  await server.stop()
  await database.stop()
}

function stories(): Record<string, (call: SeededCall) => Story> {
  return {
    twilio: (call) => twilioStory(call, { ...account, publicUrl: PUBLIC_URL }),
    vapi: (call) => vapiStory(call, { secret }),
  }
}

interface Vendor {
  tell(call: SeededCall): Story
  calls(count: number): Promise<SeededCall[]>
}

/** The same callbacks, at the same cost for their sender, for a server that does not process them. */
function* notUnderstood(story: Story): Story {
  for (let step = story.next(''); !step.done; step = story.next(ANY_ANSWER)) yield step.value
}

async function measure(name: string, { tell, calls }: Vendor): Promise<void> {
  const random = Math.random
  const rate = (measured: Measured[], seconds: number) => measured.length / seconds
  const rounds: { own: number; peer: number }[] = []
  for (let round = -WARMING; round < ROUNDS; round++) {
    const left = await calls(ENOUGH_CALLS)
    const [first = neverCalled] = left
    const story = () => {
      const call = left.pop()
      return call && tell(call)
    }
    const pace = { pauseSeconds: 0, seconds: SECONDS, random }
    await measured.restart()
    const before = await measured.read()
    const own = await keepInFlight({ ...pace, url: server.url, story })
    await printCosts(own.length, before)
    const peer = await keepInFlight({ ...pace, url: bare.url, story: () => notUnderstood(tell(first)) })
    if (round >= 0) rounds.push({ own: rate(own, SECONDS), peer: rate(peer, SECONDS) })
  }
  const ratio = quantile(
    rounds.map(({ own, peer }) => own / peer),
    0.5,
  )
  const list = (key: 'own' | 'peer') => rounds.map((round) => Math.round(round[key])).join(', ')
  console.log(`${name}: ${list('own')} callbacks a second, bare ${list('peer')}`)
  verdict(`${name}: of the bare route`, ratio, { least: NEEDED })
  const paced = await calls(ENOUGH_CALLS)
  const timed = await keepInFlight({
    ...PACED,
    ...{ url: server.url, random },
    story() {
      const call = paced.pop()
      return call && tell(call)
    },
  })
  // baseline of the machine at this moment
  const story = () => notUnderstood(tell(paced[0] ?? neverCalled))
  const bareTimes = await keepInFlight({ ...PACED, url: bare.url, random, story })
  console.log(
    `${name}: ${Math.round(rate(timed, PACED.seconds))} a second at the pace of 500 calls; ` +
      `p95 of the bare route at that pace ${quantile(
        bareTimes.map(({ ms }) => ms),
        0.95,
      ).toFixed(1)} ms`,
  )
  for (const kind of ['callback', 'tool'] as const) {
    const times = timed.filter((one) => one.kind === kind).map(({ ms }) => ms)
    if (times.length > 0)
      verdict(`${name}: p95 of a ${kind}, ms`, quantile(times, 0.95), { most: P95_MS[kind] })
  }
}

async function printCosts(callbacks: number, before: Costs): Promise<void> {
  const after = await measured.read()
  const each = (key: keyof Costs): string => ((after[key] - before[key]) / callbacks).toFixed(2)
  console.log(
    `each: ${each('statements')} statements in ${each('transactions')} transactions, ${each('nodeMs')} ms of Node and ` +
      `${each('postgresMs')} ms of PostgreSQL`,
  )
  if (process.env.STATEMENTS) await measured.printStatements(callbacks)
}

function verdict(what: string, figure: number, limit: { least: number } | { most: number }): void {
  const holds = 'least' in limit ? figure >= limit.least : figure <= limit.most
  console.log(`${what}: ${figure.toFixed(2)} (${JSON.stringify(limit)})${holds ? '' : ' MISSED'}`)
  if (!holds) process.exitCode = 1
}
