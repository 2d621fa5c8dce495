import { deleteBroker } from '#contract/brokers/brokers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast, toastError } from '#web/ui/toast.ts'
import { showReceipt } from './ErasureReceipt.tsx'

interface DeleteBroker {
  ask: (broker: { id: number; name: string }) => Promise<void>
  /** The broker that is being deleted. */
  pendingId: number | null
}

/** Deletes a broker and erases the person after confirmation; the toast links to the receipt. */
export function useDeleteBroker(onDeleted?: () => void): DeleteBroker {
  const write = useWrite(deleteBroker, {
    refresh: ['dashboard', 'activities', 'campaigns', 'calls', 'bookings', 'messages', 'applications'],
    onSuccess: ({ receipt }) => {
      const action = { label: 'Show receipt', run: () => void showReceipt(receipt) }
      toast({ title: 'Success', message: 'Broker deleted successfully', tone: 'success', action })
      onDeleted?.()
    },
    onError: (error) => toastError(messageOf(error, 'Failed to delete broker. Please try again.')),
  })
  const ask = async (broker: { id: number; name: string }): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${broker.name}?`,
      body: (
        <>
          <p>
            Everything about this person is erased: record, timeline, messages, documents, applications,
            recordings, transcripts and portal account. Coming meetings are cancelled. This cannot be undone.
          </p>
          <p className="mt-2">
            What has to stay stays without a name: that calls were made, why, and who changed what. An
            opted-out number stays suppressed.
          </p>
        </>
      ),
      action: 'Delete broker',
      danger: true,
    })
    if (isSure) write.mutate({ params: { id: broker.id } })
  }
  return { ask, pendingId: write.isPending ? write.variables.params.id : null }
}
