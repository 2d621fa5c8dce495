/** Texts of the portal's first card. Pure: `now` is an argument. */
import type { Accreditation, DocumentEntry } from '#contract/documents/documents.ts'
import { countOf } from '#web/lib/format.ts'
import { expiryText, type Need, nextUpload } from '../documents/standing.ts'

export interface NextStepWords {
  title: string
  text: string
  /** The document to upload; null: no action is needed. */
  entry: DocumentEntry | null
  action: string
  tone: 'todo' | 'waiting' | 'done'
}

/** The next step, or the event that the broker waits for. */
export function nextStepWords(
  entries: readonly DocumentEntry[],
  accreditation: Accreditation,
  now: number,
): NextStepWords {
  const next = nextUpload(entries, now)
  if (next) return { ...wordsFor(next.entry, next.need, now), entry: next.entry, tone: 'todo' }
  const none = { entry: null, action: '' }
  if (accreditation.pending > 0) {
    const waiting = countOf(accreditation.pending, 'document')
    return {
      ...none,
      tone: 'waiting',
      title: 'We are reviewing your documents',
      text: `${waiting} ${accreditation.pending === 1 ? 'is' : 'are'} with us. There is nothing you need to do now; we’ll email you the result.`,
    }
  }
  if (accreditation.status === 'accredited') {
    return {
      ...none,
      tone: 'done',
      title: 'You are accredited',
      text: 'All required documents are approved. We’ll remind you before one of them expires.',
    }
  }
  return {
    ...none,
    tone: 'done',
    title: 'Everything is in order',
    text: 'There is nothing you need to do now.',
  }
}

type Words = Pick<NextStepWords, 'title' | 'text' | 'action'>

function wordsFor({ documentType, document, askedNote }: DocumentEntry, need: Need, now: number): Words {
  const { name, description } = documentType
  const words: Record<Need, Words> = {
    asked: { title: `We need: ${name}`, text: askedNote ?? '', action: 'Upload' },
    rejected: {
      title: `Please upload again: ${name}`,
      text: document?.reason ?? 'It could not be accepted.',
      action: 'Re-upload',
    },
    expired: {
      title: `Please renew: ${name}`,
      text: (document && expiryText(document, now)) ?? '',
      action: 'Re-upload',
    },
    missing: { title: `Next: ${name}`, text: description, action: 'Upload' },
    ending: {
      title: `Expires soon: ${name}`,
      text: (document && expiryText(document, now)) ?? '',
      action: 'Upload',
    },
  }
  return words[need]
}
