/** Texts of the Accreditation tab in each state. Pure. */
import type { Accreditation, AccreditationState } from '#contract/documents/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

export interface AccreditationWords {
  title: string
  text: string
  tone: Tone
}

/** '3 documents remaining' */
export const remainingText = (remaining: number): string => `${countOf(remaining, 'document')} remaining`

export function accreditationWords(accreditation: Accreditation): AccreditationWords {
  const { status, since, remaining, pending } = accreditation
  const day = since ? ` on ${formatDate(since, { timeZone: 'Australia/Sydney' })}` : ''
  const words: Record<AccreditationState, AccreditationWords> = {
    in_progress: {
      tone: 'blue',
      title: 'Accreditation in Progress',
      text:
        remaining === 0
          ? 'Every required document is approved.'
          : pending >= remaining
            ? 'Your documents are under review. We’ll email you each result.'
            : pending > 0
              ? `${countOf(pending, 'document')} under review. Upload the rest to complete your accreditation.`
              : 'Complete your document uploads to begin the review process.',
    },
    conditional: {
      tone: 'amber',
      title: 'Approved, documents outstanding',
      text: 'Your application is approved. Upload the remaining documents to become fully accredited.',
    },
    accredited: {
      tone: 'green',
      title: 'You are accredited',
      text: `All required documents are approved; you were accredited${day}. We’ll remind you 60, 30 and 7 days before a document expires.`,
    },
    lapsed: {
      tone: 'red',
      title: 'Your accreditation has lapsed',
      text: `A required document no longer counts, so your accreditation lapsed${day}. It resumes as soon as the new one is approved.`,
    },
  }
  return words[status]
}
