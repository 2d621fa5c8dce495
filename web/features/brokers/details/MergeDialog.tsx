import { type ReactElement, useState } from 'react'
import { type MergePart, mergeBrokers } from '#contract/brokers/broker-merge.ts'
import { getBroker } from '#contract/brokers/brokers.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { BrokerPicker, type PickedBroker } from '../BrokerPicker.tsx'
import type { BrokerDetails } from '../calling-state.ts'
import { MergeComparison } from './MergeComparison.tsx'

interface MergeDialogProps {
  /** The record that is kept. */
  broker: BrokerDetails
  /** The record to remove, if already chosen. */
  other?: PickedBroker
  onClose: () => void
}

/** Merges a duplicate: picks the other record and which of the differing details to keep. */
export function MergeDialog({ broker, other, onClose }: MergeDialogProps): ReactElement {
  const [picked, setPicked] = useState<PickedBroker | null>(other ?? null)
  const [take, setTake] = useState<readonly MergePart[]>([])
  const [error, setError] = useState<string | undefined>(undefined)
  const going = useRead(getBroker, { params: { id: picked?.id ?? 0 } }, { enabled: picked !== null })
  const merge = useWrite(mergeBrokers, {
    refresh: ['brokers', 'dashboard', 'activities', 'calls', 'bookings', 'applications', 'documents'],
    onSuccess: () => {
      toastSuccess('Records merged')
      onClose()
    },
    onError: (failure) => {
      const text = failure instanceof ApiError ? failure.fields.brokerId : undefined
      if (text) setError(text)
      else toastError(messageOf(failure, 'Failed to merge the records'))
    },
  })
  const submit = (): void => {
    if (!picked) setError('Choose the other record')
    else merge.mutate({ params: { id: broker.id }, body: { brokerId: picked.id, take: [...take] } })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Merge into ${broker.name}`}
      description="Calls, messages, meetings, documents and everything else of the other record move here, and the other record is removed. This cannot be undone. Opt-outs belong to phone numbers and stay in force."
      width="lg"
      dirty={picked?.id !== other?.id || take.length > 0}
      write={merge}
      submit="Merge records"
      pendingText="Merging..."
      danger
      onSubmit={submit}
    >
      <BrokerPicker
        label="Record to remove"
        required
        value={picked}
        error={error}
        onChange={(chosen) => {
          setPicked(chosen)
          setTake([])
          setError(undefined)
        }}
      />
      {picked && going.isPending && (
        <Loading text="Loading broker...">
          <Skeleton className="h-24" />
        </Loading>
      )}
      {picked && going.data && (
        <MergeComparison
          kept={broker}
          going={going.data}
          take={take}
          onTake={(part, isTaken) =>
            setTake(isTaken ? [...take, part] : take.filter((each) => each !== part))
          }
        />
      )}
    </FormDialog>
  )
}
