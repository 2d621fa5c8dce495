import { Check, X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ApplicationStatus } from '#contract/accreditations/accreditations.ts'
import { cx } from '#web/ui/cx.ts'
import { type StepState, stepsOf } from './status-labels.ts'

const looks: Record<StepState, { box: string; words: string }> = {
  done: { box: 'border-transparent bg-primary text-on-primary', words: 'done' },
  current: { box: 'border-primary bg-surface text-link', words: 'now' },
  ahead: { box: 'border-line-strong/60 bg-surface text-ink-soft', words: 'later' },
  stopped: { box: 'border-transparent bg-red text-on-red', words: 'done' },
}

/** Submitted, review, decision: side by side, on a phone below each other. */
export function Steps({ status }: { status: ApplicationStatus }): ReactElement {
  return (
    <ol aria-label="Progress" className="flex gap-x-6 gap-y-3 max-sm:flex-col">
      {stepsOf(status).map(({ label, state }, index) => (
        <li
          key={label}
          aria-current={state === 'current' ? 'step' : undefined}
          className="flex flex-1 items-center gap-3"
        >
          <span
            aria-hidden
            className={cx(
              'tabular flex size-8 shrink-0 items-center justify-center rounded-full border-2 text-sm font-semibold',
              looks[state].box,
            )}
          >
            {state === 'done' && <Check className="size-4" strokeWidth={2.5} />}
            {state === 'stopped' && <X className="size-4" strokeWidth={2.5} />}
            {(state === 'current' || state === 'ahead') && index + 1}
          </span>
          <span className={state === 'ahead' ? 'text-ink-soft' : 'font-semibold'}>
            {label}
            <span className="sr-only"> ({looks[state].words})</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
