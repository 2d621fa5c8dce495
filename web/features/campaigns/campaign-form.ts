import type { UseFormReturn } from 'react-hook-form'
import type {
  Campaign,
  CampaignChanges,
  CampaignFields,
  CampaignInput,
} from '#contract/campaigns/campaigns.ts'
import { timezones, weekdays } from '#contract/campaigns/campaigns.ts'

export type CampaignForm = UseFormReturn<CampaignInput, unknown, CampaignFields>

/** Initial values of the Create dialog. */
export const newCampaign = {
  name: '',
  product: '',
  rate: '',
  rateType: 'p.a. variable',
  comparisonRate: '',
  description: '',
  callScript: '',
  aiPrompt: '',
  aiPersonality: 'professional',
  aiInstructions: '',
  status: 'active',
  callStartTime: '09:00',
  callEndTime: '17:00',
  timezone: 'Australia/Sydney',
  callDaysOfWeek: ['1', '2', '3', '4', '5'],
  respectLocalTime: true,
  maxConcurrentCalls: 5,
  budget: '',
  audienceId: null,
  holdOutPercent: 0,
  preferBestHours: false,
  meetingsTarget: null,
} satisfies CampaignInput

/** Initial values of the Edit dialog. */
export function valuesOf(campaign: Campaign): CampaignInput {
  return {
    name: campaign.name,
    product: campaign.product,
    rate: campaign.rate ?? '',
    rateType: campaign.rateType,
    comparisonRate: campaign.comparisonRate ?? '',
    description: campaign.description ?? '',
    callScript: campaign.callScript,
    aiPrompt: campaign.aiPrompt ?? '',
    aiPersonality: campaign.aiPersonality,
    aiInstructions: campaign.aiInstructions ?? '',
    status: campaign.status,
    callStartTime: campaign.callStartTime,
    callEndTime: campaign.callEndTime,
    timezone: timezones.find(({ value }) => value === campaign.timezone)?.value ?? 'Australia/Sydney',
    // in the order of the toggles, so that opening the dialog does not count as a change
    callDaysOfWeek: weekdays.map(({ id }) => id).filter((id) => campaign.callDaysOfWeek.includes(id)),
    respectLocalTime: campaign.respectLocalTime,
    maxConcurrentCalls: campaign.maxConcurrentCalls,
    budget: campaign.budget ?? '',
    audienceId: campaign.audience?.id ?? null,
    holdOutPercent: campaign.holdOutPercent,
    preferBestHours: campaign.preferBestHours,
    meetingsTarget: campaign.meetingsTarget,
  }
}

/** Only the changed fields: a colleague, or the campaign itself, may have changed the others meanwhile. */
export function changesOf(
  fields: CampaignFields,
  dirty: Readonly<Partial<Record<keyof CampaignFields, unknown>>>,
): CampaignChanges {
  const names = (Object.keys(fields) as (keyof CampaignFields)[]).filter((name) => dirty[name])
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
