import { deleteMicrosite, type Microsite } from '#contract/microsites/microsites.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf } from '#web/lib/format.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** Deletes a microsite after confirmation. */
export function useDeleteMicrosite(): (microsite: Microsite) => Promise<void> {
  const write = useWrite(deleteMicrosite, {
    onSuccess: () => toastSuccess('Microsite deleted successfully'),
    onError: (error) => toastError(messageOf(error, 'Failed to delete microsite')),
  })
  return async (microsite) => {
    const isSure = await confirm({
      title: `Delete ${microsite.title}?`,
      body: (
        <>
          <p>
            The page and the record of its {countOf(microsite.visits, 'visit')} are lost, and links already
            sent show 'Microsite Not Found'. This cannot be undone.
          </p>
          <p className="mt-2">
            The campaign, bookings and applications stay. To take the page down for a while, switch it off
            instead.
          </p>
        </>
      ),
      action: 'Delete microsite',
      danger: true,
    })
    if (isSure) write.mutate({ params: { id: microsite.id } })
  }
}
