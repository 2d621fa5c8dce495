import type { CampaignTemplate } from '#contract/campaigns/campaign-templates.ts'
import { type CampaignInput, timezones, weekdays } from '#contract/campaigns/campaigns.ts'

/** A campaign's form filled from a template; name, status and target stay. */
export function valuesOfTemplate(
  { settings, audienceGone }: CampaignTemplate,
  typed: CampaignInput,
): CampaignInput {
  return {
    ...settings,
    name: typed.name,
    status: typed.status,
    meetingsTarget: typed.meetingsTarget,
    rate: settings.rate ?? '',
    comparisonRate: settings.comparisonRate ?? '',
    description: settings.description ?? '',
    aiPrompt: settings.aiPrompt ?? '',
    aiInstructions: settings.aiInstructions ?? '',
    timezone: timezones.find(({ value }) => value === settings.timezone)?.value ?? 'Australia/Sydney',
    callDaysOfWeek: weekdays.map(({ id }) => id).filter((id) => settings.callDaysOfWeek.includes(id)),
    audienceId: audienceGone ? null : settings.audienceId,
  }
}
