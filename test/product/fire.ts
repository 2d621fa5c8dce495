import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { startDatabase } from '../database.ts'
import { dialCount, faults, startCampaign, type UnderFire } from './campaign-under-fire.ts'
import { type Client, type Credentials, signIn, until } from './client.ts'
import { type RunningServer, startServer } from './server.ts'

export interface Fire extends UnderFire {
  kills: number
  /** Dials between two kills. */
  every: number
}

export interface Report {
  kills: number
  dials: number
  /** Calls that ended as failed/unknown because the result of their dial stayed unclear. */
  unknown: number
  faults: string[]
}

const admin: Credentials = { email: 'admin@lender.example', password: 'under-fire-2026' }
const installation = {
  DEMO: 'off',
  RATE_LIMITS: 'on',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  SIM_NOW: '2026-11-24T12:00:00+11:00',
}
/**
 * Slow enough that a kill interrupts calls in every state. Afterwards fast, but not so fast that the minute after which
 * an unsent dial is returned to the queue takes the rest of the calling day.
 */
const speeds = {
  underFire: { SIM_SPEED: '30' },
  sameDay: { SIM_SPEED: '100' },
  nextDays: { SIM_SPEED: '3000' },
}
const FINISH_SECONDS = 600

/** Kills the worker with SIGKILL again and again while a campaign runs, web and worker being processes of their own. */
export async function killWorkers(fire: Fire): Promise<Report> {
  const database = await startDatabase()
  const env = {
    ...environment(fire),
    DATABASE_URL: database.url,
    SESSION_SECRET: 'x'.repeat(40),
    VAULT_KEY: await generateX25519Identity(),
  }
  const owner = { DATABASE_OWNER_URL: database.ownerUrl }
  const web = await startServer({ env: { ...env, ...owner, ...speeds.underFire, ROLE: 'web' } })
  const worker = (speed: Record<string, string>) => startServer({ env: { ...env, ...speed, ROLE: 'worker' } })
  let running: RunningServer | undefined
  try {
    const api = await signIn(web.url, admin)
    running = await worker(speeds.underFire)
    const campaignId = await startCampaign(api, fire)
    for (let kill = 1; kill <= fire.kills; kill++) {
      await dialled(api, kill * fire.every)
      await running.kill()
      running = await worker(kill === fire.kills ? afterwards(fire) : speeds.underFire)
    }
    return await finish(api, campaignId, fire.kills)
  } finally {
    await running?.stop()
    await web.stop()
    await database.stop()
  }
}

/** Kills the whole process, the database left behind, and starts again on the same folder. */
export async function killEverything(fire: Omit<Fire, 'kills'>): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-fire-'))
  const env = environment(fire)
  let running: RunningServer | undefined
  try {
    running = await startServer({ dataDir, env: { ...env, ...speeds.underFire } })
    const api = await signIn(running.url, admin)
    const campaignId = await startCampaign(api, fire)
    await dialled(api, fire.every)
    await running.kill()
    running = await startServer({
      dataDir,
      env: { ...env, ...afterwards(fire) },
    })
    return await finish(await signIn(running.url, admin), campaignId, 1)
  } finally {
    await running?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function environment({ retries }: UnderFire): Record<string, string> {
  return { ...installation, SIM_OUTCOMES: retries ? 'realistic' : 'by-number' }
}

/** Retries are made on later days; without them all brokers have been called today. */
function afterwards({ retries }: UnderFire): { SIM_SPEED: string } {
  return retries ? speeds.nextDays : speeds.sameDay
}

async function dialled(api: Client, dials: number): Promise<void> {
  await until(
    `${dials} dials`,
    () => dialCount(api),
    (count) => count >= dials,
    120,
  )
}

async function finish(api: Client, campaignId: number, kills: number): Promise<Report> {
  await until(
    'the campaign to complete',
    () => api.get<Campaign>(`/api/campaigns/${campaignId}`),
    ({ status }) => status === 'completed',
    FINISH_SECONDS,
  ).catch(() => undefined) // a timeout is reported with the faults below
  const unknown = await api.all<{ id: number }>(`/api/calls?campaignId=${campaignId}&outcome=unknown`)
  return {
    kills,
    dials: await dialCount(api),
    unknown: unknown.length,
    faults: await faults(api, campaignId),
  }
}
