import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Setup } from '#contract/system/setup.ts'
import { useRefusal } from '#web/api/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type ShownStep, shownSteps } from './setup-steps.ts'

/** Each step with a tick or its action; the first open one is highlighted. */
export function SetupSteps({ setup }: { setup: Setup }): ReactElement {
  const steps = shownSteps(setup)
  const next = steps.find(({ done }) => !done)?.step
  return (
    <ol className="divide-y divide-line">
      {steps.map((step) => (
        <Step key={step.step} step={step} isNext={step.step === next} />
      ))}
    </ol>
  )
}

function Step({ step, isNext }: { step: ShownStep; isNext: boolean }): ReactElement {
  const { title, why, done } = step
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className={cx('flex flex-wrap items-center gap-x-3 gap-y-2 px-4', done ? 'py-2' : 'min-h-15 py-2.5')}>
      <Icon
        aria-hidden
        className={cx('size-5 shrink-0', done ? 'text-green' : 'text-ink-faint')}
        strokeWidth={1.75}
      />
      <p className="min-w-0 flex-1 basis-56">
        <span className={cx('font-medium', done && 'text-ink-soft')}>
          {title}
          <span className="sr-only">{done ? ' (done)' : ' (open)'}</span>
        </span>
        {!done && <span className="block text-ink-soft">{why}</span>}
      </p>
      {!done && <StepAction step={step} isNext={isNext} />}
    </li>
  )
}

function StepAction({ step, isNext }: { step: ShownStep; isNext: boolean }): ReactElement {
  const refusal = useRefusal(step.needs)
  const look = { variant: isNext ? 'primary' : 'secondary', className: 'max-sm:ml-8' } as const
  if (refusal)
    return (
      <Button {...look} disabledReason={refusal}>
        {step.action}
      </Button>
    )
  return (
    <ButtonLink {...look} to={step.to}>
      {step.action}
    </ButtonLink>
  )
}
