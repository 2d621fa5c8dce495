import type { AccreditationState, DocumentStatus } from '#contract/documents/documents.ts'
import type { Tone } from '#web/ui/tone.ts'

export const accreditationTone: Record<AccreditationState, Tone> = {
  in_progress: 'blue',
  conditional: 'amber',
  accredited: 'green',
  lapsed: 'red',
}

const tones: Record<DocumentStatus, Tone> = { pending: 'amber', approved: 'green', rejected: 'red' }

/** null if nothing was uploaded. */
export function documentTone(status: DocumentStatus | null): Tone {
  return status === null ? 'grey' : tones[status]
}
