import { type ReactElement, useState } from 'react'
import { regions } from '#contract/brokers/brokers.ts'
import { changeKinds, type RegisterChangeKind, registerChanges } from '#contract/surveillance/registers.ts'
import { useList } from '#web/api/use-read.ts'
import { formatTotal } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { Loading, SkeletonLines } from '#web/ui/Skeleton.tsx'
import { AddProspects } from './AddProspects.tsx'
import type { RegisterState } from './register-state.ts'

interface ChangesDialogProps {
  state: RegisterState
  onClose: () => void
}

const kindLabels: Record<RegisterChangeKind, string> = {
  added: 'New',
  changed: 'Changed',
  moved: 'Moved to another licensee',
  removed: 'No longer listed',
}
const kinds = [
  { value: '', label: 'Everything' },
  ...changeKinds.map((value) => ({ value, label: kindLabels[value] })),
]
const states = [{ value: '', label: 'All states' }, ...regions.map((value) => ({ value, label: value }))]

/** Changes in the newest snapshot of a register, as sentences. */
export function ChangesDialog({
  state: { register, label, first },
  onClose,
}: ChangesDialogProps): ReactElement {
  const [kind, setKind] = useState('')
  const [place, setPlace] = useState('')
  const chosen = changeKinds.find((one) => one === kind)
  const query = { ...(chosen && { kind: chosen }), ...(place && { state: place }) }
  const list = useList(registerChanges, { params: { register }, query })
  const { items, total } = list
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={`Changes of ${label}`}
      description={
        first
          ? 'This is the first snapshot.'
          : items
            ? `${formatTotal(total)} since the snapshot before`
            : 'Since the snapshot before'
      }
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <Select
          aria-label="Kind of change"
          options={kinds}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        />
        <Select
          aria-label="State"
          options={states}
          value={place}
          onChange={(event) => setPlace(event.target.value)}
        />
      </div>
      {register === 'credit_representatives' && <AddProspects state={regions.find((one) => one === place)} />}
      {!items && list.error && (
        <ErrorState title="The changes could not be loaded." error={list.error} onRetry={list.retry} />
      )}
      {list.isLoading && (
        <Loading text="Loading changes...">
          <SkeletonLines lines={['h-6 w-3/4', 'h-6 w-2/3', 'h-6 w-4/5']} />
        </Loading>
      )}
      {items?.length === 0 && (
        <p className="text-ink-soft">
          {first
            ? 'There is no earlier snapshot to compare with. Changes appear after the next file.'
            : 'No changes.'}
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {items?.map(({ id, text }) => (
          <li key={id} className="py-1.5">
            {text}
          </li>
        ))}
      </ul>
      <MoreButton more={list} label="Show more" />
    </Dialog>
  )
}
