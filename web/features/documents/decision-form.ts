import type { ReviewDocumentDetails } from '#contract/document-reviews.ts'

export interface DecisionFormProps {
  document: ReviewDocumentDetails
  /** Asks first where something typed would be lost. */
  onClose: () => void
  onDone: (decided: ReviewDocumentDetails) => void
  /** Something was typed that closing would lose. */
  onDirty: (dirty: boolean) => void
}
