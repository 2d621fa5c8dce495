import type { ReactElement } from 'react'
import { useNow } from '#web/lib/use-now.ts'
import { deadline } from './case-labels.ts'

/** A new day begins at most an hour before it shows. */
const hourly = (): number => 3_600_000

/** The last day for an answer; marked from the reminder on. */
export function Deadline({ dueOn }: { dueOn: string }): ReactElement {
  const { text, isNear } = deadline(dueOn, useNow(hourly))
  return <span className={isNear ? 'text-amber-ink' : undefined}>{text}</span>
}
