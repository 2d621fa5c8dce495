import type { ReactElement } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { softClass } from '#web/ui/tone.ts'
import { callabilityTones, useOneCallability } from '../callability.ts'

/** Whether a broker may be called, next to the name; the reasons appear on hover and focus. */
export function CallableBadge({ brokerId }: { brokerId: number }): ReactElement | null {
  const callable = useOneCallability(brokerId)
  if (!callable) return null
  return (
    <Tooltip text={callable.reasons.join(' ')}>
      <button
        type="button"
        className={cx(
          'inline-flex h-5 cursor-default items-center rounded-full px-2 text-xs font-medium whitespace-nowrap',
          softClass[callabilityTones[callable.answer]],
        )}
      >
        Callable: {callable.label}
      </button>
    </Tooltip>
  )
}
