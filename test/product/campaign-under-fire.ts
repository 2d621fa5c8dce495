import type { BrokerImport } from '#contract/brokers/imports.ts'
import type { Call } from '#contract/calls/calls.ts'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { type Client, until } from './client.ts'

export interface Dial {
  callId: number
  to: string
  at: string
  simulatedAt: string
  requested: boolean
}

// between 9 and 17 at a broker's place it is the same day in Sydney
const sydneyDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' })

/** Last digits with which every call ends at its first dial, in any outcome mode. */
const SETTLED = [1, 2, 3, 4, 5, 9]

/**
 * A list of fictitious brokers in one state, so that all may be called immediately.
 * @param retries false: only numbers that the simulator, deciding by number, settles with one dial
 */
function brokerList(count: number, retries: boolean): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const line = retries
      ? index
      : Math.floor(index / SETTLED.length) * 10 + (SETTLED[index % SETTLED.length] ?? 1)
    return `Fire ${index} Broker,Kestrel Finance,(02) 7010 ${5000 + line},fire.${index}@example.com,NSW`
  })
  return ['Name,Company,Phone,Email,State', ...rows].join('\n')
}

export interface UnderFire {
  brokers: number
  concurrency: number
  /** True: realistic outcomes, and unanswered calls are retried on later days. */
  retries: boolean
}

/** Imports the brokers and starts a campaign over all of them. @returns the campaign's id */
export async function startCampaign(api: Client, fire: UnderFire): Promise<number> {
  const file = { name: 'fire.csv', text: brokerList(fire.brokers, fire.retries) }
  const preview = await api.upload<BrokerImport>('/api/brokers/imports', file)
  await api.post(`/api/brokers/imports/${preview.id}/commit`)
  await until(
    'the import',
    () => api.get<BrokerImport>(`/api/brokers/imports/${preview.id}`),
    ({ status }) => status === 'imported',
    30,
  )
  const campaign = await api.post<Campaign>('/api/campaigns', {
    name: 'Under fire',
    product: 'Premium Home Loan',
    callScript: 'Hello {{firstName}}',
    maxConcurrentCalls: fire.concurrency,
  })
  await api.post(`/api/campaigns/${campaign.id}/start-calls`)
  return campaign.id
}

export async function dialCount(api: Client): Promise<number> {
  return (await api.get<Dial[]>('/api/simulator/dials')).length
}

/** The invariants after the fire; each line names a fault. */
export async function faults(api: Client, campaignId: number): Promise<string[]> {
  const [dials, calls, campaign] = await Promise.all([
    api.get<Dial[]>('/api/simulator/dials'),
    api.all<Call>(`/api/calls?campaignId=${campaignId}`),
    api.get<Campaign>(`/api/campaigns/${campaignId}`),
  ])
  const found: string[] = []
  const seen = new Map<string, Dial>()
  for (const dial of dials) {
    const day = sydneyDay.format(new Date(dial.simulatedAt))
    for (const key of [
      `call ${dial.callId}`,
      `${dial.requested ? 'asked for by ' : ''}${dial.to} on ${day}`,
    ]) {
      if (seen.has(key)) found.push(`${key} was dialled twice`)
      seen.set(key, dial)
    }
  }
  for (const call of calls) {
    if (call.outcome === null) found.push(`call ${call.id} is still ${call.status}`)
  }
  const { enrolled, done } = campaign.progress
  if (done !== enrolled) found.push(`${enrolled - done} of ${enrolled} enrolments have not ended`)
  if (campaign.status !== 'completed')
    found.push(`the campaign is ${campaign.status}: ${campaign.pausedReason ?? 'no reason'}`)
  return found
}
