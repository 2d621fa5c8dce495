// Two processes dial one campaign through a loopback Vapi, which refuses some calls, and a loopback Twilio, which takes
// those over, at 1, 3 and 10 calls a second. By the committed instants of dispatch no rolling second may hold more
// calls of a provider than its pace, and nobody may be dialled twice. Run: node test/proofs/pace.proof.ts [pace …]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { isFictitious } from '#server/modules/brokers/fictitious-numbers.rules.ts'
import { generateAgeKey } from '#server/platform/crypto/age.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { startTwilioDouble } from '../doubles/twilio/twilio.ts'
import { startVapiDouble, VAPI_NUMBER } from '../doubles/vapi/vapi.ts'
import { signIn } from '../product/client.ts'
import { startServer } from '../product/server.ts'

const SECONDS = 30
const accountSid = `AC${'0'.repeat(31)}1`
const authToken = 'loopback-token-of-twilio'
const apiKey = 'loopback-key-of-vapi'
/** Every third call is refused by Vapi. */
const REFUSED_EVERY = 3

const paces = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 3, 10]
const faults: string[] = []
for (const pace of paces) faults.push(...(await prove(pace)))
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

async function prove(pace: number): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-pace-'))
  const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error }, settings: {} })
  const twilio = await startTwilioDouble({ accountSid, authToken })
  const vapi = await startVapiDouble({ apiKey })
  let asked = 0
  vapi.setFault(({ method, path }) => {
    if (method !== 'POST' || path !== '/call') return undefined
    return asked++ % REFUSED_EVERY === 0 ? 'busy' : undefined
  })
  const port = 20_000 + (process.pid % 20_000)
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    PUBLIC_URL: `http://localhost:${port}`,
    SESSION_SECRET: 'a-secret-of-the-proof-of-the-pace-of-calls',
    VAULT_KEY: (await generateAgeKey()).identity,
    VOICE_PROVIDER: 'auto',
    SIM_SPEED: '1',
    VAPI_API_KEY: apiKey,
    VAPI_PHONE_NUMBER_ID: VAPI_NUMBER.id,
    VAPI_WEBHOOK_SECRET: 'loopback-secret-of-the-webhooks',
    VAPI_BASE_URL: vapi.url,
    VAPI_CALLS_PER_SECOND: String(pace),
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: '+61255500100',
    TWILIO_BASE_URL: twilio.url,
    TWILIO_CALLS_PER_SECOND: String(pace),
  }
  const database = new pg.Client(postgres.ownerUrl)
  await database.connect()
  const servers = [await startServer({ env: { ...env, PORT: String(port) } })]
  try {
    servers.push(await startServer({ env }))
    const brokers = Math.min(SECONDS * pace, 300)
    await addBrokers(database, brokers)
    const api = await signIn(servers[0]?.url ?? '')
    const campaign = await api.post<Campaign>('/api/campaigns', {
      name: `Pace ${pace}`,
      product: 'Premium Home Loan',
      callScript: 'Hello {{firstName}}',
      maxConcurrentCalls: 100,
    })
    await api.post(`/api/campaigns/${campaign.id}/start-calls`)
    await untilDialled(database, campaign.id, brokers)
    return await judge(database, { campaignId: campaign.id, brokers, pace })
  } finally {
    for (const server of servers) await server.stop()
    await database.end()
    await Promise.all([twilio.close(), vapi.close()])
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** With unassigned numbers that are not reserved for fiction: a live provider refuses those. */
async function addBrokers(database: pg.Client, count: number): Promise<void> {
  const numbers = Array.from({ length: 400 }, (_, n) => `+61491570${200 + n}`)
  const free = numbers.filter((number) => !isFictitious(number)).slice(0, count)
  await database.query(
    `insert into brokers (name, phone, region, timezone, number_source)
      select 'Broker ' || n, phone, 'NSW', 'Australia/Sydney', 'the list of our panel' from unnest($1::text[]) with ordinality as given(phone, n)`,
    [free],
  )
}

async function untilDialled(database: pg.Client, campaignId: number, brokers: number): Promise<void> {
  const end = performance.now() + 10 * 60_000
  for (;;) {
    const { rows } = await database.query<{ open: number; waiting: string; paused: string | null }>(
      `select (select count(*) from calls where campaign_id = $1 and outcome is null)::int as open,
        (select count(*) from enrolments where campaign_id = $1 and attempts = 0) as waiting,
        (select paused_reason from campaigns where id = $1) as paused`,
      [campaignId],
    )
    const [row] = rows
    if (row?.paused) throw new Error(row.paused)
    if (row?.open === 0 && Number(row.waiting) === 0) return
    if (performance.now() > end)
      throw new Error(`${brokers} brokers were not dialled: ${JSON.stringify(row)}`)
    await sleep(500)
  }
}

async function judge(
  database: pg.Client,
  { campaignId, brokers, pace }: { campaignId: number; brokers: number; pace: number },
): Promise<string[]> {
  const { rows: providers } = await database.query<{
    provider: string
    dials: number
    close: number
    least: string
  }>(
    // in microseconds, as they were committed
    `with spans as (
      select provider, slot_at - lag(slot_at, $1) over (partition by provider order by slot_at) as span from dispatch_slots)
    select provider, count(*)::int as dials, (count(*) filter (where span < interval '1 second'))::int as close,
      extract(epoch from min(span))::text as least from spans group by provider order by provider`,
    [pace],
  )
  const { rows: strays } = await database.query(
    `select id from calls c where campaign_id = $1 and not exists (
      select from dispatch_slots s where s.call_id = c.id and s.provider = c.provider and s.slot_at = c.dispatched_at)`,
    [campaignId],
  )
  const { rows: twice } = await database.query(
    'select call_id, provider from dispatch_slots group by 1, 2 having count(*) > 1',
  )
  const { rows: called } = await database.query(
    'select count(distinct to_number)::int as numbers, count(*)::int as calls from calls where campaign_id = $1',
    [campaignId],
  )
  const { rows: over } = await database.query(
    `select count(*)::int as calls from call_events where kind = 'handed_over'`,
  )
  const told = providers.map(
    ({ provider, dials, least }) => `${provider} ${dials} (${pace + 1} in ${Number(least).toFixed(3)} s)`,
  )
  console.log(`${pace} a second: ${told.join(', ')}; ${over[0]?.calls} calls went over`)
  const wrong = [
    ...providers.flatMap(({ provider, close }) =>
      close > 0 ? [`${provider}: ${close} rolling seconds held more than ${pace}`] : [],
    ),
    ...strays.map(({ id }) => `call ${id}: its instant of dispatch is not the one that was judged`),
    ...twice.map((row) => `call ${row.call_id} was dispatched twice by ${row.provider}`),
  ]
  if (called[0]?.numbers !== brokers || called[0]?.calls !== brokers)
    wrong.push(
      `${called[0]?.calls} calls to ${called[0]?.numbers} numbers, ${brokers} were to be called once`,
    )
  if (!over[0]?.calls || providers.length < 2) wrong.push('no call went over to the second provider')
  return wrong.map((problem) => `at ${pace} a second: ${problem}`)
}
