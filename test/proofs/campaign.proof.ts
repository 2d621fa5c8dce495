// Shows that a campaign over 5,000 brokers, at 600 times the pace of the clock, calls every broker who may be called,
// each inside the window of their own zone; that recordings are the same file twice and as long as their call; and
// measures the memory for that.
import { createHash } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import type { Broker } from '#contract/brokers/brokers.ts'
import type { BrokerImport } from '#contract/brokers/imports.ts'
import type { Call } from '#contract/calls/calls.ts'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { makePeople } from '#server/demo/people.ts'
import { seeded } from '#server/platform/random.ts'
import { mp3Seconds } from '../mp3-length.ts'
import type { Dial } from '../product/campaign-under-fire.ts'
import { type Client, signIn, until } from '../product/client.ts'
import { startServer } from '../product/server.ts'
import { outsideWindow } from './campaign-checks.ts'

const BROKERS = 5000
const CLOCK = { SIM_SPEED: '600', SIM_OUTCOMES: 'realistic', SIM_NOW: '2026-11-24T12:00:00+11:00' }
const FINISH_SECONDS = 1800
const MEMORY_LIMIT_MB = 400

const server = await startServer({ env: CLOCK })
const problems: string[] = []
try {
  const api = await signIn(server.url)
  await importBrokers(api)
  const campaign = await api.post<Campaign>('/api/campaigns', {
    name: 'Five thousand',
    product: 'Premium Home Loan',
    callScript: 'Hello {{firstName}}',
    maxConcurrentCalls: 100,
  })
  const started = await api.post<{ callsInitiated: number; scheduled: number; skipped: object }>(
    `/api/campaigns/${campaign.id}/start-calls`,
  )
  console.log('started', started)
  const peak = await watchToTheEnd(api, campaign.id)
  console.log(`peak memory of the process ${peak} MB`)
  if (peak > MEMORY_LIMIT_MB) problems.push(`the process took ${peak} MB, more than ${MEMORY_LIMIT_MB}`)
  await checkDials(api, campaign.id, started.callsInitiated + started.scheduled)
  await checkRecordings(api, campaign.id)
} finally {
  await server.stop()
}
for (const problem of problems.slice(0, 20)) console.error(problem)
console.log(`${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

async function importBrokers(api: Client): Promise<void> {
  const people = makePeople(seeded(5000), BROKERS).map((person) => ({
    ...person,
    email: `list.${person.email}`,
    phone: person.phone.replace(
      /^\+614915.*/,
      () => `+6127010${person.email.replaceAll(/\D/g, '').padStart(4, '0')}`,
    ),
  }))
  const start = performance.now()
  const file = { name: 'list.csv', text: stringify(people, { header: true }) }
  const preview = await api.upload<BrokerImport>('/api/brokers/imports', file)
  await api.post(`/api/brokers/imports/${preview.id}/commit`)
  const done = await until(
    'the import',
    () => api.get<BrokerImport>(`/api/brokers/imports/${preview.id}`),
    ({ status }) => status === 'imported' || status === 'failed',
    60,
  )
  console.log(`import: ${JSON.stringify(done.counts)}, ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

async function memoryMb(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1e6)
}

/** @returns the highest resident memory seen, MB */
async function watchToTheEnd(api: Client, campaignId: number): Promise<number> {
  let peak = 0
  let told = 0
  await until(
    'the campaign to complete',
    async () => {
      peak = Math.max(peak, await memoryMb())
      const campaign = await api.get<Campaign>(`/api/campaigns/${campaignId}`)
      if (Date.now() - told > 20_000) {
        told = Date.now()
        console.log(
          campaign.status,
          JSON.stringify(campaign.progress),
          `${campaign.totalCalls} calls, ${peak} MB`,
        )
      }
      return campaign
    },
    ({ status, progress }) => status !== 'active' && progress.inFlight === 0,
    FINISH_SECONDS,
  )
  return peak
}

async function checkDials(api: Client, campaignId: number, enrolled: number): Promise<void> {
  const [brokers, calls, dials] = await Promise.all([
    api.all<Broker>('/api/brokers'),
    api.all<Call>(`/api/calls?campaignId=${campaignId}`),
    api.get<Dial[]>('/api/simulator/dials'),
  ])
  const zones = new Map(brokers.map(({ id, timezone, region }) => [id, { timezone, region }]))
  const callsById = new Map(calls.map((call) => [call.id, call]))
  let checked = 0
  for (const dial of dials) {
    const call = callsById.get(dial.callId)
    const place = call?.broker && zones.get(call.broker.id)
    if (!place) continue
    checked++
    const fault = outsideWindow(new Date(dial.simulatedAt), place.timezone)
    if (fault) problems.push(`call ${dial.callId} to ${place.region}: ${fault}`)
  }
  const reached = new Set(calls.map(({ broker }) => broker?.id))
  console.log(`${checked} dials checked, ${reached.size} brokers called of ${enrolled} enrolled`)
  if (reached.size !== enrolled)
    problems.push(`${enrolled - reached.size} enrolled brokers were never called`)
  const open = calls.filter(({ outcome }) => outcome === null)
  if (open.length > 0) problems.push(`${open.length} calls have not ended`)
}

async function checkRecordings(api: Client, campaignId: number): Promise<void> {
  const calls = (await api.all<Call>(`/api/calls?campaignId=${campaignId}&status=completed`))
    .filter(({ recordingStatus }) => recordingStatus === 'completed')
    .slice(0, 12)
  for (const { id, duration } of calls) {
    const [first, second] = await Promise.all([
      api.bytes(`/api/calls/${id}/recording`),
      api.bytes(`/api/calls/${id}/recording`),
    ])
    const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
    if (hash(first) !== hash(second)) problems.push(`the recording of call ${id} differs from itself`)
    const seconds = await mp3Seconds(first)
    if (Math.abs(seconds - (duration ?? 0)) >= 0.5) {
      problems.push(`the recording of call ${id} is ${seconds.toFixed(2)} s long, the call ${duration} s`)
    }
  }
  console.log(`${calls.length} recordings compared with their calls`)
  if (calls.length === 0) problems.push('no call was recorded')
}
