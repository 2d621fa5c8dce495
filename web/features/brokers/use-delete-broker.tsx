import { deleteBroker } from '#contract/brokers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

interface DeleteBroker {
  ask: (broker: { id: number; name: string }) => Promise<void>
  isPending: boolean
}

/** Deletes a broker after confirmation. */
export function useDeleteBroker(onDeleted?: () => void): DeleteBroker {
  const write = useWrite(deleteBroker, {
    refresh: ['dashboard', 'activities', 'campaigns'],
    onSuccess: () => {
      toastSuccess('Broker deleted successfully')
      onDeleted?.()
    },
    onError: (error) => toastError(messageOf(error, 'Failed to delete broker. Please try again.')),
  })
  const ask = async (broker: { id: number; name: string }): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${broker.name}?`,
      body: (
        <>
          <p>The record, its timeline and its place in running campaigns are lost. This cannot be undone.</p>
          <p className="mt-2">Past calls and the audit log stay, and an opted-out number stays suppressed.</p>
        </>
      ),
      action: 'Delete broker',
      danger: true,
    })
    if (isSure) write.mutate({ params: { id: broker.id } })
  }
  return { ask, isPending: write.isPending }
}
