// Restarts every process of an installation, one after the other, while a campaign dials and clients keep their connections.
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '#contract/calls/calls.ts'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { dialCount, faults, startCampaign } from './campaign-under-fire.ts'
import { type Client, signIn, until } from './client.ts'
import { type Installation, startInstallation } from './installation.ts'
import type { RunningServer } from './server.ts'

export interface RollingRestart {
  rounds: number
  brokers: number
  connections: number
}

export interface RestartReport {
  restarts: number
  /** Exit codes other than 0. */
  badExits: (number | null)[]
  requests: number
  failed: string[]
  /** Notes whose addition was confirmed to clients, and stored notes. */
  notes: { answered: number; stored: number }
  dials: number
  /** Calls whose result stayed unclear. */
  unknown: number
  faults: string[]
}

const WEB = ['web-1', 'web-2']
const WORKERS = ['worker-1', 'worker-2']
const simulated = {
  VOICE_PROVIDER: 'simulator',
  RATE_LIMITS: 'on',
  SIM_OUTCOMES: 'by-number',
  SIM_NOW: '2026-11-24T12:00:00+11:00',
  SIM_SPEED: '60',
  // as a proxy that looks each second needs it
  DRAIN_SECONDS: '3',
}

export async function restartInTurn({
  rounds,
  brokers,
  connections,
}: RollingRestart): Promise<RestartReport> {
  const installation = await startInstallation(simulated)
  try {
    const servers = new Map<string, RunningServer>()
    for (const name of [...WEB, ...WORKERS]) servers.set(name, await installation.start(name))
    const balancer = createBalancer(() => WEB.flatMap((name) => servers.get(name)?.url ?? []))
    const api = () => signIn(balancer.next(), installation.admin)
    const campaignId = await startCampaign(await api(), { brokers, concurrency: 10, retries: false })
    const [broker] = await (await api()).get<{ id: number }[]>('/api/brokers?limit=1')
    const notes = `/api/brokers/${broker?.id}/notes`
    const cookie = await cookieOf(balancer.next(), installation)
    const load = startLoad({ balancer, cookie, connections, notes })
    const badExits: (number | null)[] = []
    for (let round = 0; round < rounds; round++) {
      for (const name of [...WEB, ...WORKERS]) {
        const server = servers.get(name)
        await server?.stop()
        if (server?.exitCode() !== 0) badExits.push(server?.exitCode() ?? null)
        servers.set(name, await installation.start(name))
      }
    }
    const { requests, failed, added } = await load.stop()
    balancer.close()
    return {
      restarts: rounds * servers.size,
      badExits,
      requests,
      failed,
      notes: { answered: added, stored: await storedNotes(await api(), broker?.id) },
      ...(await outcome(await api(), campaignId)),
    }
  } finally {
    await installation.stop()
  }
}

async function outcome(
  api: Client,
  campaignId: number,
): Promise<Pick<RestartReport, 'dials' | 'unknown' | 'faults'>> {
  await until(
    'the campaign to complete',
    () => api.get<Campaign>(`/api/campaigns/${campaignId}`),
    ({ status }) => status === 'completed',
    300,
  ).catch(() => undefined) // reported with the faults
  const unknown = await api.all<Call>(`/api/calls?campaignId=${campaignId}&outcome=unknown`)
  return { dials: await dialCount(api), unknown: unknown.length, faults: await faults(api, campaignId) }
}

interface Balancer {
  /** A process that says that it is ready. */
  next(): string
  close(): void
}

/** As deploy/Caddyfile: asks each process once a second whether it is ready. */
function createBalancer(targets: () => string[]): Balancer {
  let ready = targets()
  let turn = 0
  let open = true
  const look = async (): Promise<void> => {
    while (open) {
      const states = await Promise.all(
        targets().map(async (url) => {
          const answer = await fetch(`${url}/readyz`).catch(() => undefined)
          return answer?.ok ? [url] : []
        }),
      )
      ready = states.flat()
      await delay(1000)
    }
  }
  void look()
  return {
    next() {
      const url = ready[turn++ % ready.length]
      if (!url) throw new Error('no process is ready')
      return url
    },
    close() {
      open = false
    },
  }
}

async function cookieOf(url: string, { admin }: Installation): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

interface Load {
  stop(): Promise<{ requests: number; failed: string[]; added: number }>
}

interface LoadOptions {
  balancer: Balancer
  cookie: string
  connections: number
  /** Where a note is added. */
  notes: string
}

/** Clients that keep a connection to each process, read, and add a note with every fifth request. */
function startLoad({ balancer, cookie, connections, notes }: LoadOptions): Load {
  const failed: string[] = []
  let requests = 0
  let added = 0
  let isRunning = true
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = 1; isRunning; count++) {
      const isNote = count % 5 === 0
      const url = `${balancer.next()}${isNote ? notes : '/api/campaigns'}`
      requests++
      const status = await send(agent, url, cookie, isNote ? { note: NOTE } : undefined).catch(String)
      if (typeof status === 'string' || status >= 400) failed.push(`${isNote ? 'POST' : 'GET'}: ${status}`)
      else if (isNote) added++
      await delay(connections * PAUSE_MS)
    }
    agent.destroy()
  }
  const clients = Array.from({ length: connections }, client)
  return {
    async stop() {
      isRunning = false
      await Promise.all(clients)
      return { requests, failed, added }
    },
  }
}

/** Between two requests of all clients together: one process alone takes 1,200 a minute of a session. */
const PAUSE_MS = 60

const NOTE = 'Added during a restart'

async function storedNotes(api: Client, brokerId: number | undefined): Promise<number> {
  const entries = await api.all<object>(`/api/brokers/${brokerId}/timeline`)
  return entries.filter((entry) => JSON.stringify(entry).includes(NOTE)).length
}

function send(agent: Agent, url: string, cookie: string, body?: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const sent = request(url, { agent, method, headers }, (answer: IncomingMessage) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}
