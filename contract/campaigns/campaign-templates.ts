import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { line } from '#contract/text-fields.ts'
import { campaignFields, campaignShape } from './campaigns.ts'

const tag = 'Campaigns'

/** Fields of a template: all of a campaign except name, status, target and budget. */
export const templateSettings = z
  .object(campaignFields.shape)
  .omit({ name: true, status: true, meetingsTarget: true, budget: true })

const templateName = line('Give the template a name')
  .min(1, 'Give the template a name')
  .max(100, 'At most 100 characters')

export const campaignTemplate = z.object({
  id: z.number(),
  name: z.string(),
  settings: z.object({
    product: z.string(),
    rate: z.string().nullable(),
    rateType: z.string(),
    comparisonRate: z.string().nullable(),
    description: z.string().nullable(),
    callScript: z.string(),
    aiPrompt: z.string().nullable(),
    aiPersonality: campaignShape.aiPersonality,
    aiInstructions: z.string().nullable(),
    callStartTime: z.string(),
    callEndTime: z.string(),
    timezone: campaignShape.timezone,
    callDaysOfWeek: z.array(z.enum(['0', '1', '2', '3', '4', '5', '6'])),
    respectLocalTime: z.boolean(),
    maxConcurrentCalls: z.number(),
    audienceId: z.number().nullable(),
    holdOutPercent: z.number(),
    preferBestHours: z.boolean(),
  }),
  /** The audience was deleted since; the template can be used only with another audience. */
  audienceGone: z.boolean(),
  updatedAt: instant,
})
export type CampaignTemplate = z.output<typeof campaignTemplate>

export const listTemplates = endpoint('GET /api/campaign-templates', {
  tag,
  summary: 'Templates for campaigns, by name',
  access: 'admin_area.read',
  returns: z.array(campaignTemplate),
})

export const createTemplate = endpoint('POST /api/campaign-templates', {
  tag,
  summary: 'Keeps a script and its settings for campaigns to come',
  access: 'campaigns.write',
  body: z.object({ name: templateName, settings: templateSettings }),
  returns: campaignTemplate,
  status: 201,
})

export const renameTemplate = endpoint('PATCH /api/campaign-templates/:id', {
  tag,
  summary: 'Renames a template',
  access: 'campaigns.write',
  params: idParams,
  body: z.object({ name: templateName }),
  returns: campaignTemplate,
})

export const deleteTemplate = endpoint('DELETE /api/campaign-templates/:id', {
  tag,
  summary: 'Deletes a template; campaigns made from it stay',
  access: 'campaigns.write',
  params: idParams,
  returns: z.object({ deleted: z.literal(true) }),
})
