import { claimDocument, type ReviewDocument } from '#contract/document-reviews.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal, useSession } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { claimState, type Reviewer } from './document-actions.ts'
import { documentName } from './document-words.ts'

/** Who is signed in, as a reviewer. */
export function useReviewer(): Reviewer | null {
  const { data: user } = useSession()
  return user ? { id: user.id, isAdmin: user.role === 'admin' } : null
}

interface Claim {
  label: string
  refusal: string | null
  isPending: boolean
  run: () => void
}

type Claimed = Pick<ReviewDocument, 'id' | 'status' | 'current' | 'claimedBy'>

/** Takes a document in hand, or gives it back. */
export function useClaim(document: Claimed): Claim {
  const refusal = useRefusal('documents.review')
  const state = claimState(document, useReviewer())
  const write = useWrite(claimDocument, {
    onSuccess: (claimed) =>
      toastSuccess(
        claimed.claimedBy
          ? `You have the ${documentName(claimed)} in hand`
          : `The ${documentName(claimed)} is back in the queue`,
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to claim the document')),
  })
  return {
    label: state.label,
    refusal: refusal ?? state.refusal,
    isPending: write.isPending,
    run: () => write.mutate({ params: { id: document.id }, body: { claim: state.claim } }),
  }
}
