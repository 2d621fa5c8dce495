import type { ComplianceStatus, checkResults } from '#contract/surveillance/surveillance.ts'
import type { Tone } from '#web/ui/tone.ts'

export const statusTones: Record<ComplianceStatus, Tone> = {
  flagged: 'amber',
  suspended: 'red',
  active: 'green',
}

export const resultTones: Record<(typeof checkResults)[number], Tone> = {
  flagged: 'amber',
  clean: 'green',
  error: 'red',
}

export const riskTones: Record<'High' | 'Medium' | 'Low', Tone> = {
  High: 'red',
  Medium: 'amber',
  Low: 'grey',
}
