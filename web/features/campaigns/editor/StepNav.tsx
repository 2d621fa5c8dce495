import type { ReactElement } from 'react'
import { cx } from '#web/ui/cx.ts'
import { editorSteps, type StepId } from './editor-steps.ts'

interface StepNavProps {
  current: StepId
  mistakes: Readonly<Record<StepId, number>>
  onChoose: (step: StepId) => void
}

/** The steps of a campaign; any of them can be opened at any time. */
export function StepNav({ current, mistakes, onChoose }: StepNavProps): ReactElement {
  return (
    <nav aria-label="Steps" className="mb-5">
      <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {editorSteps.map(({ id, label }, at) => {
          const isCurrent = id === current
          const wrong = mistakes[id]
          return (
            <li key={id} className="flex min-w-0">
              <button
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => onChoose(id)}
                className={cx(
                  'flex min-h-11 w-full min-w-0 items-center gap-2 rounded-lg border px-3 py-1.5 text-left transition-colors',
                  isCurrent
                    ? 'border-primary bg-selected font-medium'
                    : 'border-line bg-surface text-ink-soft hover:bg-hover hover:text-ink',
                )}
              >
                <span
                  aria-hidden
                  className={cx(
                    'tabular inline-flex size-5 shrink-0 items-center justify-center rounded-full text-xs',
                    isCurrent ? 'bg-primary text-on-primary' : 'bg-sunken',
                  )}
                >
                  {at + 1}
                </span>
                <span className="min-w-0 flex-1 leading-tight">{label}</span>
                {wrong > 0 && (
                  <span className="tabular rounded-full bg-red-soft px-1.5 text-xs text-red-ink">
                    {wrong}
                    <span className="sr-only"> to mend</span>
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
