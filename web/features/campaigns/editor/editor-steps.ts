import type { CampaignFields } from '#contract/campaigns/campaigns.ts'

export type FieldName = keyof CampaignFields

export interface EditorStep {
  id: 'offer' | 'script' | 'audience' | 'check'
  label: string
  /** Checked before the next step. */
  fields: readonly FieldName[]
}

/** A campaign in the order in which one thinks of it. */
export const editorSteps: readonly [EditorStep, ...EditorStep[]] = [
  {
    id: 'offer',
    label: 'Offer',
    fields: [
      ...(['name', 'product', 'rate', 'rateType', 'comparisonRate', 'description', 'status'] as const),
      'meetingsTarget',
    ],
  },
  { id: 'script', label: 'Script', fields: ['callScript', 'aiPrompt', 'aiPersonality', 'aiInstructions'] },
  {
    id: 'audience',
    label: 'Audience and hours',
    fields: [
      ...([
        'audienceId',
        'holdOutPercent',
        'callDaysOfWeek',
        'callStartTime',
        'callEndTime',
        'timezone',
      ] as const),
      ...(['respectLocalTime', 'preferBestHours', 'maxConcurrentCalls', 'budget'] as const),
    ],
  },
  { id: 'check', label: 'Check and start', fields: [] },
]

export type StepId = EditorStep['id']

/** As the address has it; the first for anything else. */
export function stepOf(value: string): StepId {
  return editorSteps.find(({ id }) => id === value)?.id ?? editorSteps[0].id
}

export function nextStep(id: StepId): StepId | null {
  return editorSteps[editorSteps.findIndex((step) => step.id === id) + 1]?.id ?? null
}

export function previousStep(id: StepId): StepId | null {
  return editorSteps[editorSteps.findIndex((step) => step.id === id) - 1]?.id ?? null
}

/** Number of invalid fields in each step. */
export function mistakesOf(errors: Readonly<Partial<Record<FieldName, unknown>>>): Record<StepId, number> {
  const count = (id: StepId): number =>
    editorSteps.find((step) => step.id === id)?.fields.filter((name) => errors[name]).length ?? 0
  return { offer: count('offer'), script: count('script'), audience: count('audience'), check: 0 }
}

/** The step of the first invalid field; null: all are valid. */
export function firstWrongStep(errors: Readonly<Partial<Record<FieldName, unknown>>>): StepId | null {
  return editorSteps.find(({ fields }) => fields.some((name) => errors[name]))?.id ?? null
}
