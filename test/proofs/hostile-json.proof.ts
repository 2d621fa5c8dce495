// Shows that JSON beyond the limits, 50 bodies a second for a minute at every endpoint, is refused within 200 ms each,
// leaves the process's memory within 50 MB of before, and costs a campaign that runs at the same time no callback. Run:
// node test/proofs/hostile-json.proof.ts [seconds] [bodies a second]
import { setTimeout as delay } from 'node:timers/promises'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { seeded } from '#server/platform/random.ts'
import { HOSTILE_JSON, inEachField, jsonEndpoints, nested } from '../fuzz/hostile-json.ts'
import { until } from '../product/client.ts'
import { NOBODY } from '../surface/endpoint-bodies.ts'
import { lookAtAftermath } from './vendors/aftermath.ts'
import { startCampaign } from './vendors/campaign.ts'
import { ADMIN, install, SECRET } from './vendors/installation.ts'
import { calm, makeTrouble } from './vendors/trouble.ts'

const [seconds = 60, rate = 50] = process.argv.slice(2).map(Number)
const LIMIT_MS = 200
const GROWTH_MB = 50
const FINISH_SECONDS = 300
/** Each session may send 1,200 requests a minute. */
const SESSIONS = 4

interface Attack {
  path: string
  method: string
  body: string
  headers: Record<string, string>
}
interface Answer {
  status: number
  ms: number
}

const random = seeded(20_261_128).next
const trouble = makeTrouble(random, calm)
const installation = await install({
  ...{ seed: 7, callSpeed: 10, callsPerSecond: 5, trouble },
  // each body has an address of its own, so that none is refused for the number of requests
  webEnv: { TRUST_PROXY: 'loopback' },
})
const problems: string[] = []
/** Requests sent so far; each has an address of its own. */
let senders = 0
try {
  const { web, database, vapi, twilio } = installation
  const cookies: string[] = []
  for (let session = 0; session < SESSIONS; session++) cookies.push(await signedIn(web.url))
  const attacks = makeAttacks(cookies)
  await installation.startWorker(30)
  await attack(attacks, 100, 50)
  const campaignId = await startCampaign(installation.api, { brokers: 200, retries: false })
  const before = await steadyMemory()
  const sentBefore = sent()
  const answers = await attack(attacks, seconds * rate, 1000 / rate)
  const during = sent() - sentBefore
  const after = await steadyMemory()
  report(answers, { before, after, during })
  await until(
    'the campaign to complete',
    () => installation.api.get<Campaign>(`/api/campaigns/${campaignId}`),
    ({ status, progress }) => status === 'completed' && progress.inFlight === 0,
    FINISH_SECONDS,
  ).catch((error: unknown) => problems.push(String(error).slice(0, 300)))
  await Promise.all([twilio.settled(), vapi.settled()])
  await compareCallbacks()
  problems.push(...(await lookAtAftermath(installation)))
  if (web.exitCode() !== null) problems.push(`the web process ended with ${web.exitCode()}`)
  const { rows } = await database.query('select count(*)::int as n from call_events')
  console.log(`events of calls stored: ${rows[0]?.n}`)
} finally {
  await installation.close()
}
for (const problem of problems) console.error(`  ${problem}`)
console.log(`${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Callbacks that the vendors have sent. */
function sent(): number {
  return trouble.overheard.length
}

async function signedIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Every body at endpoints of staff and strangers in turn, at Vapi's address, and as the mapping of an import. */
function makeAttacks(cookies: readonly string[]): Attack[] {
  const json = { 'content-type': 'application/json' }
  const cookieOf = (index: number): string => cookies[index % cookies.length] ?? ''
  const open = jsonEndpoints.filter(({ access, limit }) => access !== 'broker' && limit === null)
  const whole = HOSTILE_JSON.flatMap(({ text: body }, index) => {
    const own = open[(index * 7) % open.length]
    return own
      ? [{ path: pathOf(own.path), method: own.method, body, headers: { ...json, cookie: cookieOf(index) } }]
      : []
  })
  const fields = open.flatMap((endpoint, index) =>
    inEachField(endpoint, nested(10_000)).map((body) => ({
      ...{ path: pathOf(endpoint.path), method: endpoint.method, body },
      headers: { ...json, cookie: cookieOf(index) },
    })),
  )
  const login = HOSTILE_JSON.map(({ text: body }) => ({
    path: '/api/login',
    method: 'POST',
    body,
    headers: json,
  }))
  const vendor = HOSTILE_JSON.filter(({ name }) => / deep$|brackets|end$/.test(name)).map(
    ({ text: body }) => ({
      ...{ path: '/api/webhooks/vapi', method: 'POST', body },
      headers: { ...json, 'x-vapi-secret': SECRET },
    }),
  )
  // in an order of their own, the same in each run
  return [...whole, ...fields, ...login, ...vendor]
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function pathOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, (_, part: string) => (part === 'vendor' ? 'twilio' : String(NOBODY)))
}

async function attack(attacks: readonly Attack[], count: number, everyMs: number): Promise<Answer[]> {
  const start = performance.now()
  const answers: Promise<Answer>[] = []
  for (let index = 0; index < count; index++) {
    const next = attacks[index % attacks.length]
    if (next) answers.push(send(next))
    await delay(Math.max(0, start + (index + 1) * everyMs - performance.now()))
  }
  return Promise.all(answers)
}

async function send({ path, method, body, headers: own }: Attack): Promise<Answer> {
  senders += 1
  const headers = {
    ...own,
    'x-forwarded-for': `198.51.${Math.floor(senders / 200) % 200}.${1 + (senders % 200)}`,
  }
  const start = performance.now()
  try {
    const answer = await fetch(installation.web.url + path, { method, headers, body })
    await answer.arrayBuffer()
    return { status: answer.status, ms: performance.now() - start }
  } catch {
    // no connection, or none that lasted
    return { status: 0, ms: performance.now() - start }
  }
}

/** The median of nine readings: a single one varies with garbage. */
async function steadyMemory(): Promise<number> {
  const read: number[] = []
  for (let count = 0; count < 9; count++) {
    const text = await (await fetch(`${installation.web.url}/metrics`)).text()
    read.push(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1e6)
    await delay(1000)
  }
  return read.toSorted((a, b) => a - b)[4] ?? 0
}

function report(answers: readonly Answer[], { before, after, during }: Record<string, number>): void {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  const byStatus = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
    ([status, same]) => `${same?.length} × ${status}`,
  )
  console.log(
    `${answers.length} bodies: ${byStatus.join(', ')}; ${at(0.5)} ms middling, p95 ${at(0.95)}, longest ${at(1)}`,
  )
  console.log(
    `memory ${Math.round(before ?? 0)} MB before, ${Math.round(after ?? 0)} MB after; ${during} callbacks meanwhile`,
  )
  const wrong = answers.filter(({ status }) => status !== 400 && status !== 413)
  if (wrong.length > 0) problems.push(`${wrong.length} bodies were answered ${wrong[0]?.status}`)
  if (at(1) > LIMIT_MS) problems.push(`one took ${at(1)} ms, more than ${LIMIT_MS}`)
  if ((after ?? 0) - (before ?? 0) > GROWTH_MB) problems.push(`memory grew by more than ${GROWTH_MB} MB`)
  if (!during) problems.push('no callback came meanwhile: nothing was shown')
}

/** Every callback that a vendor sent was answered as taken. */
async function compareCallbacks(): Promise<void> {
  const text = await (await fetch(`${installation.web.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => /^http_request_seconds_count\{.*webhooks/.test(line))
  const taken = lines
    .filter((line) => /status="2/.test(line))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  console.log(`callbacks: ${sent()} sent, ${taken} answered with success`)
  if (taken < sent()) problems.push(`${sent() - taken} callbacks were lost`)
}
