import { type ReactElement, useState } from 'react'
import { useRefusal } from '#web/api/session.ts'
import { AddSuppressionDialog } from '#web/features/suppressions/AddSuppressionDialog.tsx'
import { formatPhone } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { dotClass } from '#web/ui/tone.ts'
import { type BrokerDetails, callingLines } from './calling-state.ts'

const hourly = (): number => 3_600_000

/** Answers whether this broker may be called: suppression, call basis and wash. */
export function CallingState({ broker }: { broker: BrokerDetails }): ReactElement {
  const lines = callingLines(broker, useNow(hourly))
  return (
    <PanelSection
      title="May this broker be called?"
      aside={broker.suppression ? undefined : <SuppressButton broker={broker} />}
    >
      <ul className="flex flex-col gap-1.5">
        {lines.map((line) => (
          <li key={line.id} className="flex gap-2">
            <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', dotClass[line.tone])} />
            <span className="min-w-0 break-words">{line.text}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

function SuppressButton({ broker }: { broker: BrokerDetails }): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('suppressions.add')
  if (!broker.phone) return null
  return (
    <>
      <Button size="sm" disabledReason={refusal} onClick={() => setOpen(true)}>
        Suppress number
      </Button>
      {isOpen && (
        <AddSuppressionDialog phoneNumber={formatPhone(broker.phone)} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
