import type { CallBasis } from '#contract/brokers/brokers.ts'

interface BasisTexts {
  /** Explanation shown next to the choice. */
  meaning: string
  /** The statement that the recording user confirms; null if the basis claims nothing. */
  confirmation: string | null
  /** Label of the source field. */
  source: string | null
}

export const callBasisTexts: Record<CallBasis, BasisTexts> = {
  express: {
    meaning:
      'The broker agreed to be called. Also covers a number on the Do Not Call Register, and ends an earlier opt-out.',
    confirmation: 'I confirm that this broker agreed to be called',
    source: 'Where the consent was given',
  },
  relationship: {
    meaning:
      'We do business with this broker, who can expect our call. Not enough for a number on the Do Not Call Register.',
    confirmation: 'I confirm that we have an existing relationship with this broker',
    source: 'What the relationship is',
  },
  business_number: {
    meaning: 'The number is published for business. Not enough for a number on the Do Not Call Register.',
    confirmation: 'I confirm that this is a number published for business',
    source: 'Where the number is published',
  },
  none: {
    meaning:
      'Called only while a wash of the last 30 days says that the number is not on the Do Not Call Register.',
    confirmation: null,
    source: null,
  },
}
