import { setTimeout as delay } from 'node:timers/promises'
import type { Dial } from '../../product/campaign-under-fire.ts'
import { type Client, until } from '../../product/client.ts'
import type { RunningServer } from '../../product/server.ts'
import type { ExternalPostgres } from './external-postgres.ts'
import { type Figures, load, mb, seconds } from './figures.ts'
import { addBroker, progressOf, unknownCalls } from './installation.ts'
import { type Probe, startProbe } from './probe.ts'

export interface Outage {
  mode: 'fast' | 'immediate'
  seconds: number
}

interface Parts {
  server: RunningServer
  api: Client
  cookie: string
  campaignId: number
  postgres: ExternalPostgres
  figures: Figures
}

const BACK_MS = 5_000
const ANSWER_MS = 1_000
const LINES_A_MINUTE = 200
const MORE_MEMORY = 50e6
/** So long a campaign dials undisturbed before the next outage. */
const BETWEEN_MS = 15_000

/** Stops the database repeatedly during a running campaign, and reports the product's behaviour. */
export async function takeDatabaseAway(parts: Parts, outages: readonly Outage[]): Promise<void> {
  const probe = startProbe(parts.server, parts.cookie)
  try {
    for (const outage of outages) await oneOutage(parts, probe, outage)
  } finally {
    await probe.stop()
  }
}

async function oneOutage(parts: Parts, probe: Probe, outage: Outage): Promise<void> {
  const { api, campaignId, postgres, figures } = parts
  await delay(BETWEEN_MS)
  const before = await probe.memory()
  const unknown = await unknownCalls(api, campaignId)
  const { inFlight } = await progressOf(api, campaignId)
  console.log(`database stopped (${outage.mode}) for ${outage.seconds} s, ${inFlight} calls in flight`)
  const from = performance.now()
  const stoppedAt = Date.now()
  await postgres.stop(outage.mode)
  const away = performance.now()
  await delay(outage.seconds * 1000)
  const to = performance.now()
  await postgres.start()
  await tellReturn(parts, stoppedAt)
  tellAnswers(figures, probe, { away, to })
  const lines = probe.linesAMinute(from, to)
  figures.tell('lines in the log, the most a minute', String(lines), lines < LINES_A_MINUTE)
  await delay(BETWEEN_MS)
  const after = await probe.memory()
  figures.tell(
    'memory',
    `${mb(before)} before, ${mb(probe.peak(from))} at most, ${mb(after)} afterwards`,
    after - before < MORE_MEMORY,
  )
  const more = (await unknownCalls(api, campaignId)) - unknown
  figures.tell('calls of which nobody knows', `${more} of ${inFlight} in flight`, more <= inFlight)
}

/** How soon after the database's return a request writes and the campaign dials. */
async function tellReturn({ server, cookie, api, figures }: Parts, stoppedAt: number): Promise<void> {
  const returned = performance.now()
  const returnedAt = Date.now()
  await until(
    'a request that writes',
    () => addBroker(server.url, cookie),
    (status) => status === 201,
    60,
  )
  const wrote = performance.now() - returned
  figures.tell('a request writes again after', seconds(wrote), wrote < BACK_MS)
  const dial = await until(
    'a dial',
    async () =>
      (await api.get<Dial[]>('/api/simulator/dials')).find(({ at }) => Date.parse(at) > stoppedAt + 1_000),
    (found) => found !== undefined,
    60,
  )
  const dialled = Math.max(0, Date.parse(dial?.at ?? '') - returnedAt)
  figures.tell('the campaign dials again after', seconds(dialled), dialled < BACK_MS)
}

function tellAnswers(figures: Figures, probe: Probe, { away, to }: { away: number; to: number }): void {
  for (const kind of ['api', 'page', 'webhook'] as const) {
    const samples = probe.samples(away, to - ANSWER_MS).filter((sample) => sample.kind === kind)
    const slowest = Math.max(0, ...samples.map(({ ms }) => ms))
    const right = samples.filter(({ status, retryAfter }) => status === 503 && retryAfter)
    const others = [...new Set(samples.filter(({ status }) => status !== 503).map(({ status }) => status))]
    figures.tell(
      `${kind} requests meanwhile`,
      `${right.length} of ${samples.length} answered 503 with Retry-After${others.length > 0 ? ` (others ${others})` : ''}, the slowest in ${Math.round(slowest)} ms (${load()})`,
      samples.length > 0 && right.length === samples.length && slowest < ANSWER_MS,
    )
  }
}
