import { generateX25519Identity } from 'age-encryption'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { faults, startCampaign } from '../../product/campaign-under-fire.ts'
import { type Client, type Credentials, until } from '../../product/client.ts'
import type { Figures } from './figures.ts'

export const admin: Credentials = { email: 'admin@lender.example', password: 'under-fire-2026' }

/** Whole seconds from the environment, so that a proof can be tried in short. */
export const secondsOf = (name: string, usual: number): number => Number(process.env[name] ?? usual)

export const WEBHOOK_SECRET = 'secret-of-the-loopback-vapi'

/** Limits are on, as where it is used; Vapi is set up only so far that its callbacks are taken. */
export const installation = {
  DEMO: 'off',
  RATE_LIMITS: 'on',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  SIM_NOW: '2026-11-24T12:00:00+11:00',
  SIM_OUTCOMES: 'by-number',
  VAPI_API_KEY: 'key-of-the-loopback-vapi',
  VAPI_WEBHOOK_SECRET: WEBHOOK_SECRET,
  // nothing listens on this port, so that no vendor is reached
  VAPI_BASE_URL: 'http://127.0.0.1:9',
}

export async function external(url: string): Promise<Record<string, string>> {
  return { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() }
}

/** All calls succeed at the first dial, so that any second call to a broker is a fault. */
export const runCampaign = (api: Client, brokers: number): Promise<number> =>
  startCampaign(api, { brokers, concurrency: 10, retries: false })

let added = 0
/** @returns the status of adding a broker whom no campaign calls */
export async function addBroker(url: string, cookie: string): Promise<number> {
  added += 1
  const fields = {
    name: 'Wei Li',
    email: `added.${added}@example.com`,
    phone: `02 5550 ${String(added).padStart(4, '0')}`,
    callBasis: 'relationship',
  }
  const answer = await fetch(`${url}/api/brokers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(fields),
    signal: AbortSignal.timeout(30_000),
  })
  if (answer.status >= 400 && ![503, 507].includes(answer.status)) console.error(await answer.text())
  return answer.status
}

export const progressOf = async (api: Client, campaignId: number) =>
  (await api.get<Campaign>(`/api/campaigns/${campaignId}`)).progress

export const unknownCalls = async (api: Client, campaignId: number): Promise<number> =>
  (await api.all(`/api/calls?campaignId=${campaignId}&outcome=unknown`)).length

/** Waits for the campaign's end, then counts brokers who were called twice, and unfinished calls. */
export async function settle(api: Client, campaignId: number, figures: Figures): Promise<void> {
  await until(
    'the campaign to complete',
    () => api.get<Campaign>(`/api/campaigns/${campaignId}`),
    ({ status }) => status === 'completed',
    600,
  ).catch(() => undefined) // a timeout is reported with the faults below
  const found = await faults(api, campaignId)
  const { enrolled, done } = await progressOf(api, campaignId)
  figures.tell(
    'called twice, or never ended',
    `${found.length} faults, ${done} of ${enrolled} brokers done`,
    found.length === 0,
  )
  for (const fault of found.slice(0, 10)) console.error(`    ${fault}`)
}

/** Signs in as a browser does, for requests whose status is checked. */
export async function cookieOf(url: string): Promise<string> {
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
