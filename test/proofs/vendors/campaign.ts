// Brokers that the played vendors may call, and a campaign over all of them.

import type { BrokerImport } from '#contract/brokers/imports.ts'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { type Client, until } from '#test/product/client.ts'

/** Last digits that are settled by one call; the others are tried again on another day. */
const SETTLED = new Set([1, 2, 3, 4, 5, 9])
const FIRST = 201
const LAST = 598
/** ACMA reserves it for fiction: no vendor may call it. */
const FICTITIOUS = 313

export interface CampaignOptions {
  brokers: number
  /** False: only people whose first call succeeds. */
  retries: boolean
}

/** The spoken text, by which calls are found in the vendors' records. */
export const SCRIPT = 'Our home loan has an offset account'

/** Numbers that are not reserved for fiction; the played vendors reach no real person. */
function numbers({ brokers, retries }: CampaignOptions): number[] {
  const all = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index)
  return all.filter((line) => line !== FICTITIOUS && (retries || SETTLED.has(line % 10))).slice(0, brokers)
}

/** Sets the lender's details, adds BDMs, imports the brokers and starts. @returns the campaign's id */
export async function startCampaign(api: Client, options: CampaignOptions): Promise<number> {
  await api.patch('/api/organisation', {
    ...{ legalName: 'Acme Lending Pty Ltd', contactPhone: '(02) 5550 0100', agentName: 'Alex' },
  })
  for (const name of ['Robin', 'Kim', 'Sam'])
    await api.post('/api/bdms', { name, email: `${name.toLowerCase()}@example.com` })
  const rows = numbers(options).map(
    (line) => `Person ${line},0491 570 ${line},person.${line}@example.com,NSW`,
  )
  const file = { name: 'vendors.csv', text: ['Name,Phone,Email,State', ...rows].join('\n') }
  const preview = await api.upload<BrokerImport>('/api/brokers/imports', file)
  await api.patch(`/api/brokers/imports/${preview.id}`, { numberSource: 'the list of our panel' })
  await api.post(`/api/brokers/imports/${preview.id}/commit`)
  await until(
    'the import',
    () => api.get<BrokerImport>(`/api/brokers/imports/${preview.id}`),
    ({ status }) => status === 'imported',
    30,
  )
  const campaign = await api.post<Campaign>('/api/campaigns', {
    ...{ name: 'Vendors', product: 'Premium Home Loan', callScript: SCRIPT, maxConcurrentCalls: 30 },
  })
  const started = await api.post<{ callsInitiated: number; scheduled: number }>(
    `/api/campaigns/${campaign.id}/start-calls`,
  )
  const enrolled = started.callsInitiated + started.scheduled
  if (enrolled !== rows.length) throw new Error(`${enrolled} of ${rows.length} were enrolled`)
  return campaign.id
}
