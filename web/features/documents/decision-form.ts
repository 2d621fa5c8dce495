import type { ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'

export interface DecisionFormProps {
  document: ReviewDocumentDetails
  /** Confirms first if typed text would be lost. */
  onClose: () => void
  onDone: (decided: ReviewDocumentDetails) => void
  /** Reports whether closing would lose typed text. */
  onDirty: (dirty: boolean) => void
}
