import type { z } from 'zod'
import { type suppression, suppressionSources } from '#contract/brokers.ts'
import type { Option } from '#web/ui/SelectField.tsx'

export type Suppression = z.output<typeof suppression>

type Source = (typeof suppressionSources)[number]

export const sourceLabels: Record<Source, string> = {
  key: 'Opted out in call (pressed 4)',
  voice: 'Opted out in call (by voice)',
  sms_stop: 'SMS STOP',
  manual: 'Added manually',
}

export const sourceOptions: readonly Option[] = [
  { value: '', label: 'All sources' },
  ...suppressionSources.map((value) => ({ value, label: sourceLabels[value] })),
]

/** The source filter from the URL; undefined if absent or unknown. */
export function sourceOf(text: string): Source | undefined {
  return suppressionSources.find((source) => source === text)
}

export const NOT_REMOVABLE =
  'The broker opted out. That ends only when they text START or their express consent is recorded.'
