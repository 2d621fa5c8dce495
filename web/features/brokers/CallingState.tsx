import { type ReactElement, useState } from 'react'
import type { Callability } from '#contract/campaigns/dialling.ts'
import { useRefusal } from '#web/api/session.ts'
import { AddSuppressionDialog } from '#web/features/suppressions/AddSuppressionDialog.tsx'
import { formatPhone } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { dotClass } from '#web/ui/tone.ts'
import { callabilityTones, useOneCallability } from './callability.ts'
import { type BrokerDetails, basisLines, type CallingLine, callingLines } from './calling-state.ts'

const hourly = (): number => 3_600_000

/** Answers whether this broker may be called: suppression, call basis and wash. */
export function CallingState({ broker }: { broker: BrokerDetails }): ReactElement {
  const callable = useOneCallability(broker.id)
  const lines = callingLines(broker, useNow(hourly), callable !== undefined && callable.answer !== 'yes')
  return (
    <PanelSection
      title="Can this broker be called?"
      aside={broker.suppression ? undefined : <SuppressButton broker={broker} />}
    >
      <Answer callable={callable} />
      <Lines lines={lines} />
    </PanelSection>
  )
}

/** Call basis and wash, below a notice that already says why the broker is not called. */
export function CallingBasis({ broker }: { broker: BrokerDetails }): ReactElement {
  return (
    <PanelSection
      title="Basis for calls"
      aside={broker.suppression ? undefined : <SuppressButton broker={broker} />}
    >
      <Lines lines={basisLines(broker, useNow(hourly))} />
    </PanelSection>
  )
}

function Lines({ lines }: { lines: readonly CallingLine[] }): ReactElement {
  return (
    <ul className="flex flex-col gap-1.5">
      {lines.map((line) => (
        <li key={line.id} className="flex gap-2">
          <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', dotClass[line.tone])} />
          <span className="min-w-0 break-words">{line.text}</span>
        </li>
      ))}
    </ul>
  )
}

/** Yes, no until a day, on hold, or never, by the same rules as before every dial. */
function Answer({ callable }: { callable: Callability | undefined }): ReactElement {
  return (
    <div role="status" className="mb-3 min-h-11">
      {callable && (
        <>
          <p className="flex items-center gap-2 text-base font-semibold">
            <span
              aria-hidden
              className={cx('size-2.5 shrink-0 rounded-full', dotClass[callabilityTones[callable.answer]])}
            />
            {callable.label}
          </p>
          <p className="mt-0.5 break-words">{callable.reasons.join(' ')}</p>
        </>
      )}
    </div>
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
