import { type Application, claimApplication } from '#contract/applications.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal, useSession } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { claimState, type Reviewer } from './application-actions.ts'
import { fullName } from './application-words.ts'

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

/** Takes an application in hand, or gives it back. */
export function useClaim(application: Pick<Application, 'id' | 'status' | 'claimedBy'>): Claim {
  const refusal = useRefusal('applications.review')
  const state = claimState(application, useReviewer())
  const write = useWrite(claimApplication, {
    onSuccess: (claimed) =>
      toastSuccess(
        claimed.claimedBy
          ? `You have the application of ${fullName(claimed)} in hand`
          : `The application of ${fullName(claimed)} is back in the queue`,
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to claim the application')),
  })
  return {
    label: state.label,
    refusal: refusal ?? state.refusal,
    isPending: write.isPending,
    run: () => write.mutate({ params: { id: application.id }, body: { claim: state.claim } }),
  }
}
