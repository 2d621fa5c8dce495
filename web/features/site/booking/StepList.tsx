import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from '#web/ui/cx.ts'
import { type ShownStep, type Step, shownSteps, steps } from './steps.ts'

interface StepListProps {
  step: Step
  /** Returns to an earlier step. */
  onStep: (step: Step) => void
}

/** The current step of the booking, with links to earlier ones: on a wide screen date and time are one step. */
export function StepList(props: StepListProps): ReactElement {
  return (
    <>
      <Steps {...props} shown={shownSteps.narrow} className="grid-cols-4 md:hidden" />
      <Steps {...props} shown={shownSteps.wide} className="grid-cols-3 max-md:hidden" />
    </>
  )
}

interface StepsProps extends StepListProps {
  shown: readonly ShownStep[]
  className: string
}

function Steps({ step, onStep, shown, className }: StepsProps): ReactElement {
  const at = shown.findIndex(({ last }) => steps.indexOf(step) <= steps.indexOf(last))
  return (
    <ol aria-label="Steps" className={cx('mb-6 grid gap-2', className)}>
      {shown.map(({ last, name }, index) => {
        const isDone = index < at || step === 'done'
        const isBehind = isDone && step !== 'done'
        const content = (
          <>
            <span
              aria-hidden
              className={cx(
                'tabular flex size-6 shrink-0 items-center justify-center rounded-full text-sm font-semibold',
                isDone && 'bg-selected text-link',
                !isDone && (index === at ? 'bg-primary text-on-primary' : 'bg-sunken text-ink-soft'),
              )}
            >
              {isDone ? <Check className="size-4" strokeWidth={2.5} /> : index + 1}
            </span>
            {name}
          </>
        )
        const look = cx(
          'flex min-h-11 w-full items-center justify-center gap-2 border-t-2 pt-1 max-sm:flex-col max-sm:gap-1 sm:justify-start',
          index <= at ? 'border-primary' : 'border-line text-ink-soft',
          index === at && 'font-semibold',
        )
        return (
          <li key={last} aria-current={index === at ? 'step' : undefined}>
            {isBehind ? (
              <button
                type="button"
                aria-label={`Back to ${name}`}
                onClick={() => onStep(last)}
                className={cx(look, 'link')}
              >
                {content}
              </button>
            ) : (
              <span className={look}>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
