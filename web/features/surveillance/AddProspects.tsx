import { UserPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Region } from '#contract/brokers/brokers.ts'
import { addProspects, countProspects } from '#contract/surveillance/living-registers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

const people = (count: number): string => (count === 1 ? '1 person' : `${formatNumber(count)} people`)

/** Adds new representatives of the register to the directory. */
export function AddProspects({ state }: { state: Region | undefined }): ReactElement | null {
  const refusal = useRefusal('brokers.import')
  const query = state ? { state } : {}
  const { data } = useRead(countProspects, { query })
  const add = useWrite(addProspects, {
    refresh: ['brokers', 'registers'],
    onSuccess: ({ added }) =>
      toastSuccess(`${people(added)} added to the directory, without a number to call`),
    onError: (error) => toastError(messageOf(error, 'Failed to add them')),
  })
  if (!data?.snapshotDate) return null
  const fresh = data.people - data.known
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: `Add ${people(fresh)} as prospects?`,
      body: 'ASIC publishes no telephone numbers, so nobody is called: enter a number that is published for business, and where, before a campaign can reach them. Companies are left out.',
      action: 'Add prospects',
    })
    if (sure) add.mutate({ body: query })
  }
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3 py-2">
      <p>
        {people(data.people)} new on the register{state ? ` in ${state}` : ''}, {formatNumber(data.known)} of
        them in your directory already.
      </p>
      <Button
        icon={UserPlus}
        disabledReason={refusal ?? (fresh === 0 ? 'All of them are in your directory.' : null)}
        pending={add.isPending}
        pendingText="Adding..."
        onClick={() => void ask()}
      >
        Add as prospects
      </Button>
    </div>
  )
}
