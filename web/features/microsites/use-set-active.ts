import { type Microsite, updateMicrosite } from '#contract/microsites/microsites.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** Switches a microsite on or off. */
export function useSetActive(microsite: Microsite): { run: () => void; isPending: boolean } {
  const write = useWrite(updateMicrosite, {
    onSuccess: ({ title, active }) =>
      toastSuccess(active ? `${title} is live again` : `${title} now shows 'Microsite Not Found'`),
    onError: (error) => toastError(messageOf(error, 'Failed to update microsite')),
  })
  return {
    run: () => write.mutate({ params: { id: microsite.id }, body: { active: !microsite.active } }),
    isPending: write.isPending,
  }
}
