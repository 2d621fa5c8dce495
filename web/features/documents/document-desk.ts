import {
  claimDocument,
  documentReviewTable,
  type ReviewDocument,
} from '#contract/documents/document-reviews.ts'
import type { DocumentStatus } from '#contract/documents/documents.ts'
import type { ReviewDesk, Subject } from '#web/ui/review/review-desk.ts'
import { documentName } from './document-labels.ts'

export type DeskDocument = Subject<DocumentStatus> &
  Pick<ReviewDocument, 'current' | 'documentType' | 'broker'>

/** Configuration of the document review screens. */
export const documentDesk: ReviewDesk<DocumentStatus, DeskDocument> = {
  noun: 'document',
  right: 'documents.review',
  table: documentReviewTable,
  claim: claimDocument,
  nameOf: documentName,
  superseded: ({ current }) => (current ? null : 'It has been replaced by a newer version.'),
  standstill: (status) => `This document has already been ${status}.`,
}
