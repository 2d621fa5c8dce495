import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ImportStatus } from '#contract/brokers/imports.ts'
import { cx } from '#web/ui/cx.ts'

const steps = ['Upload a file', 'Check columns and rows', 'Import'] as const

/** Which step is being done, from 0; all are done at the end. */
export function stepOf(status: ImportStatus | null): number {
  if (status === null) return 0
  if (status === 'preview') return 1
  return status === 'importing' || status === 'undoing' || status === 'failed' ? 2 : steps.length
}

/** How far an import is. */
export function ImportSteps({ status }: { status: ImportStatus | null }): ReactElement {
  const current = stepOf(status)
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === current ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2',
            at === current ? 'font-medium' : 'text-ink-soft max-md:sr-only',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'flex size-6 items-center justify-center rounded-full text-xs font-medium',
              at <= current && at < steps.length ? 'bg-primary text-on-primary' : 'bg-sunken text-ink-soft',
            )}
          >
            {at < current ? <Check className="size-3.5" strokeWidth={2.5} /> : at + 1}
          </span>
          <span>
            <span className="md:sr-only">Step {at + 1} of 3: </span>
            {step}
            {at < current && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
