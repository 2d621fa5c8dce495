import type { Endpoint } from '#contract/endpoint.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { CallInput } from '#web/api/call.ts'
import { useRefusal, useSession } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { claimState, type ReviewDesk, type Reviewer, type Subject } from './review-desk.ts'

/** The signed-in user as a reviewer. */
export function useReviewer(): Reviewer | null {
  const { data: user } = useSession()
  return user ? { id: user.id, isAdmin: user.role === 'admin' } : null
}

export interface Claim {
  label: string
  /** True to claim, false to unassign. */
  isClaim: boolean
  refusal: string | null
  isPending: boolean
  run: () => void
}

/** Claims or unassigns an item. */
export function useClaim<Status extends string, Item extends Subject<Status>>(
  desk: ReviewDesk<Status, Item>,
  item: Item,
): Claim {
  const refusal = useRefusal(desk.right)
  const state = claimState(desk, item, useReviewer())
  const write = useWrite(desk.claim, {
    onSuccess: (answer) => {
      const claimed = answer as Item // the type of every claim's response
      const name = `The ${desk.nameOf(claimed)}`
      toastSuccess(claimed.claimedBy ? `${name} is assigned to you` : `${name} is back in the queue`)
    },
    onError: (error) => toastError(messageOf(error, `Failed to claim the ${desk.noun}`)),
  })
  return {
    label: state.label,
    isClaim: state.claim,
    refusal: refusal ?? state.refusal,
    isPending: write.isPending,
    run: () =>
      write.mutate({
        ...{ params: { id: item.id }, body: { claim: state.claim } },
      } as CallInput<Endpoint>), // the input of every claim
  }
}
