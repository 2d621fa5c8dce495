import type { listLicensees } from '#contract/surveillance/living-registers.ts'
import type { AnswerOf } from '#web/api/call.ts'
import type { Tone } from '#web/ui/tone.ts'

export type Licensee = AnswerOf<typeof listLicensees>[number]

export const licenceStates: Record<Licensee['state'], { tone: Tone; label: string }> = {
  current: { tone: 'green', label: 'Current' },
  suspended: { tone: 'red', label: 'Suspended' },
  ended: { tone: 'red', label: 'Ended' },
  gone: { tone: 'red', label: 'No longer listed' },
}
