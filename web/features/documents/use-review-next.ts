import { claimNextDocument } from '#contract/documents/document-reviews.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast, toastError } from '#web/ui/toast.ts'

interface ReviewNext {
  refusal: string | null
  isPending: boolean
  run: () => void
}

/** Claims and opens the oldest unassigned document; two reviewers never get the same one. */
export function useReviewNext(onTaken: (id: number) => void): ReviewNext {
  const refusal = useRefusal('documents.review')
  const write = useWrite(claimNextDocument, {
    onSuccess: (document) => {
      if (document) onTaken(document.id)
      else toast({ title: 'Nothing to review', message: 'There are no unassigned documents.' })
    },
    onError: (error) => toastError(messageOf(error, 'Failed to open the next document')),
  })
  return { refusal, isPending: write.isPending, run: () => write.mutate({}) }
}
