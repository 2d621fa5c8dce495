// A web and a worker process over one PostgreSQL, with both vendors played on this machine.
import { generateX25519Identity } from 'age-encryption'
import pg from 'pg'
import { startDatabase } from '#test/database.ts'
import { startTwilioDouble, type TwilioDouble } from '#test/doubles/twilio/twilio.ts'
import { startVapiDouble, VAPI_NUMBER, type VapiDouble } from '#test/doubles/vapi/vapi.ts'
import { type Client, signIn } from '#test/product/client.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'
import type { Trouble } from './trouble.ts'

const ACCOUNT = `AC${'2'.repeat(32)}`
const TOKEN = 'proof-token-of-twilio'
export const SECRET = 'proof-secret-of-vapi'
export const ADMIN = { email: 'admin@lender.example', password: 'under-fire-2026' }
export const FROM = '+61491570599'

export interface Installation {
  api: Client
  web: RunningServer
  database: pg.Client
  twilio: TwilioDouble
  vapi: VapiDouble
  /** Starts another worker, after the one before was killed. @param speed of the clock that calling hours go by */
  startWorker(speed: number): Promise<RunningServer>
  close(): Promise<void>
}

export interface InstallationOptions {
  seed: number
  /** Seconds of a call in one real one. */
  callSpeed: number
  /** By each vendor. */
  callsPerSecond: number
  trouble: Trouble
  /** Of the web process, e.g. RATE_LIMITS. */
  webEnv?: Record<string, string>
}

export async function install(options: InstallationOptions): Promise<Installation> {
  const { seed, callSpeed: speed, trouble, callsPerSecond } = options
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of closers.toReversed()) await end()
  }
  try {
    const postgres = await startDatabase()
    closers.push(postgres.stop)
    const shared = { seed, speed, fault: trouble.fault, trip: trouble.trip, lateMs: 700, retries: 3 }
    const twilio = await startTwilioDouble({ ...shared, accountSid: ACCOUNT, authToken: TOKEN })
    closers.push(twilio.close)
    const vapi = await startVapiDouble({ ...shared, apiKey: 'proof-key-of-vapi' })
    closers.push(vapi.close)
    const env = {
      ...{ DEMO: 'off', RATE_LIMITS: 'on', VOICE_PROVIDER: 'auto', DATABASE_URL: postgres.url },
      ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, SIM_NOW: '2026-11-24T12:00:00+11:00' },
      ...{ TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: TOKEN, TWILIO_FROM: FROM },
      ...{ TWILIO_BASE_URL: twilio.url, TWILIO_CALLS_PER_SECOND: String(callsPerSecond) },
      ...{ VAPI_API_KEY: 'proof-key-of-vapi', VAPI_WEBHOOK_SECRET: SECRET, VAPI_BASE_URL: vapi.url },
      ...{ VAPI_PHONE_NUMBER_ID: VAPI_NUMBER.id, VAPI_CALLS_PER_SECOND: String(callsPerSecond) },
    }
    const owner = { DATABASE_OWNER_URL: postgres.ownerUrl }
    const web = await startServer({
      env: { ...env, ...owner, ROLE: 'web', SIM_SPEED: '30', ...options.webEnv },
    })
    closers.push(web.stop)
    const database = new pg.Client({ connectionString: postgres.ownerUrl })
    database.on('error', () => undefined)
    await database.connect()
    closers.push(() => database.end())
    let worker: RunningServer | undefined
    closers.push(async () => worker?.stop())
    return {
      api: await signIn(web.url, ADMIN),
      ...{ web, database, twilio, vapi, close },
      async startWorker(clockSpeed) {
        // its callbacks are sent to the web process
        const settings = { ROLE: 'worker', SIM_SPEED: String(clockSpeed), PUBLIC_URL: web.url }
        worker = await startServer({ env: { ...env, ...settings } })
        return worker
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Longer than the time before a silent call is looked up. */
const MINUTE = 61

/** Moves every open call a minute into the past, so that the rules stay unchanged and the proof does not wait. */
export async function passMinute({ database }: Pick<Installation, 'database'>): Promise<void> {
  const back = (column: string) => `${column} = ${column} - make_interval(secs => ${MINUTE})`
  await database.query(`update calls set ${back('created_at')}, ${back('dispatched_at')}, ${back('updated_at')},
    ${back('looked_up_at')} where finished_at is null`)
}
