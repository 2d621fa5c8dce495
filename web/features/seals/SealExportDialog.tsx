import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { addDays } from '#contract/calendar.ts'
import { exportSeals } from '#contract/surveillance/seals.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { downloadFile } from '#web/lib/download.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'

const options = [
  { value: 'period', label: 'A period' },
  { value: 'broker', label: 'One broker' },
]

/** Sealed rows of a period or of one broker, to save as a file that others verify. */
export function SealExportDialog({ onClose }: { onClose: () => void }): ReactElement {
  const today = dayIn(BOOKING_ZONE, Date.now())
  const [of, setOf] = useState('period')
  const [from, setFrom] = useState<string>(addDays(today, -6))
  const [to, setTo] = useState<string>(today)
  const [broker, setBroker] = useState('')
  const [pending, setPending] = useState(false)
  const isPeriod = of === 'period'
  const isInOrder = from !== '' && to !== '' && from <= to
  const mistake = isPeriod && !isInOrder ? 'Choose a first day that is not after the last one' : undefined
  const brokerId = /^\d{1,9}$/.test(broker.trim()) ? Number(broker) : null
  const isReady = isPeriod ? isInOrder : brokerId !== null
  const save = async (): Promise<void> => {
    setPending(true)
    try {
      const query = isPeriod ? { from, to } : { brokerId: brokerId ?? 0 }
      await downloadFile(urlOf(exportSeals, undefined, query), 'sealed-rows.jsonl')
      onClose()
    } catch (error) {
      toastError(messageOf(error, 'Failed to export. Please try again.'))
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      open
      title="Export sealed rows"
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          icon={Download}
          disabledReason={isReady ? null : isPeriod ? 'Choose the days first.' : 'Enter the broker’s number.'}
          pending={pending}
          pendingText="Exporting..."
          onClick={() => void save()}
        >
          Export
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          The file holds the rows, their salts and the proofs that they are in the log. It contains personal
          data: give it only to those who may see the rows.
        </p>
        <SelectField
          label="Rows of"
          options={options}
          value={of}
          onChange={(event) => setOf(event.target.value)}
        />
        {isPeriod ? (
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              label="First day"
              type="date"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
            <TextField
              label="Last day"
              type="date"
              value={to}
              error={mistake}
              onChange={(event) => setTo(event.target.value)}
            />
          </div>
        ) : (
          <TextField
            label="Broker number"
            inputMode="numeric"
            help="It ends the address of the broker’s page, e.g. 44 in /brokers/44."
            value={broker}
            onChange={(event) => setBroker(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}
