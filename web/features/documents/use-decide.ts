import { decideDocument, type ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastSuccess } from '#web/ui/toast.ts'
import { documentName } from './document-labels.ts'

interface DecideOptions {
  action: 'approve' | 'reject'
  onDone: (decided: ReviewDocumentDetails) => void
  onError: (error: Error) => void
}

/** Sends a decision; the broker is notified by email. */
export function useDecide({ action, onDone, onError }: DecideOptions) {
  return useWrite(decideDocument, {
    refresh: ['brokers'],
    onSuccess: (document) => {
      toastSuccess(`The ${documentName(document)} is ${action === 'approve' ? 'approved' : 'rejected'}`)
      onDone(document)
    },
    onError,
  })
}
