import type { ReactElement } from 'react'
import type { Callability } from '#contract/campaigns/dialling.ts'
import { dotPlace } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { dotClass } from '#web/ui/tone.ts'
import { callabilityTones, namedCallability, useCallability } from './callability.ts'

interface CallableCellProps {
  brokerId: number
  /** Without a heading: 'Callable' instead of 'Yes'. */
  isNamed?: boolean
}

/** 'Yes', 'No until Wed 25 Nov', 'On hold until reviewed' or 'Never', with the reason in a tooltip. */
export function CallableCell({ brokerId, isNamed = false }: CallableCellProps): ReactElement {
  const known = useCallability(brokerId)
  if (!known) return <Skeleton className="inline-block h-3 w-14" />
  return (
    <Tooltip text={known.reasons.join(' ')}>
      <span className="inline-flex max-w-full items-baseline gap-1.5">
        <Dot answer={known.answer} />
        <span className="truncate">{isNamed ? namedCallability(known) : known.label}</span>
        <span className="sr-only">: {known.reasons[0]}</span>
      </span>
    </Tooltip>
  )
}

function Dot({ answer }: Pick<Callability, 'answer'>): ReactElement {
  return <span aria-hidden className={cx(dotPlace, 'rounded-full', dotClass[callabilityTones[answer]])} />
}
