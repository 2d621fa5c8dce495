import { type Campaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError } from '#web/ui/toast.ts'

/** Sets the status of the Pause or Start button. */
export function useSetStatus(campaign: Pick<Campaign, 'id' | 'status'>): {
  run: () => void
  pending: boolean
} {
  const write = useWrite(updateCampaign, {
    refresh: ['dashboard'],
    onError: (error) => toastError(messageOf(error, 'Failed to update campaign status')),
  })
  const status = campaign.status === 'active' ? 'paused' : 'active'
  return {
    run: () => write.mutate({ params: { id: campaign.id }, body: { status } }),
    pending: write.isPending,
  }
}
