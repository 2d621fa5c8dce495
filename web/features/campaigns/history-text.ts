import type { CampaignHistoryEntry } from '#contract/campaigns/campaign-history.ts'

const sentences: Record<string, string> = {
  'campaign.created': 'Created',
  'campaign.changed': 'Changed',
  'campaign.started': 'Calls started',
  'campaign.active': 'Became active',
  'campaign.paused': 'Paused itself',
  'campaign.completed': 'Completed: nobody is left to call',
}

const fieldLabels: Record<string, string> = {
  name: 'name',
  product: 'product',
  rate: 'rate',
  rateType: 'rate type',
  comparisonRate: 'comparison rate',
  description: 'description',
  callScript: 'call script',
  aiPrompt: 'AI prompt',
  aiPersonality: 'AI personality',
  aiInstructions: 'AI instructions',
  status: 'status',
  pausedReason: 'reason of the pause',
  callStartTime: 'start time',
  callEndTime: 'end time',
  timezone: 'time zone',
  callDaysOfWeek: 'days',
  respectLocalTime: 'local time',
  maxConcurrentCalls: 'concurrent calls',
  budget: 'budget',
  audienceId: 'audience',
  holdOutPercent: 'hold-out group',
  preferBestHours: 'best hours',
  meetingsTarget: 'target of meetings',
}

/** They follow from other fields. */
const silent = new Set(['versionId', 'updatedAt', 'pausedReason'])
/** Longer values are not spelt out: the versions show them. */
const SHORT = 60

const recordOf = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null && !Array.isArray(state) ? { ...state } : {}

function valueText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return 'none'
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? null : String(value)
  return text !== null && text.length <= SHORT ? text : null
}

/** A change of a campaign in a sentence: 'Changed rate from 6.14 to 6.09, and call script'. */
export function historyText({ action, before, after }: CampaignHistoryEntry): string {
  const sentence = sentences[action] ?? action
  const [was, is] = [recordOf(before), recordOf(after)]
  if (action === 'campaign.paused' && typeof is.reason === 'string') return `${sentence}: ${is.reason}`
  if (action !== 'campaign.changed') return sentence
  const changes = Object.keys(is)
    .filter((field) => !silent.has(field))
    .map((field) => {
      const label = fieldLabels[field] ?? field
      const [from, to] = [valueText(was[field]), valueText(is[field])]
      return from === null || to === null ? label : `${label} from ${from} to ${to}`
    })
  return changes.length === 0 ? sentence : `${sentence} ${changes.join(', ')}`
}
