import { claimDocument, type ReviewDocument } from '#contract/documents/document-reviews.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError } from '#web/ui/toast.ts'
import { useOpenDocument } from './use-open-document.ts'

interface Step {
  /** null if nothing is left to decide. */
  document: Pick<ReviewDocument, 'id' | 'claimedBy'> | null
  /** True if the reviewer had claimed the previous document; then this one is claimed too. */
  isClaimed: boolean
}

/** After a decision, opens the next document or returns to the list. */
export function useOpenNext(): (step: Step) => void {
  const { replace, close } = useOpenDocument()
  const claim = useWrite(claimDocument, {
    onError: (error) => toastError(messageOf(error, 'Failed to claim the document')),
  })
  return ({ document, isClaimed }) => {
    if (!document) return close()
    replace(document.id)
    if (isClaimed && document.claimedBy === null) {
      claim.mutate({ params: { id: document.id }, body: { claim: true } })
    }
  }
}
