import { type RefObject, useEffect, useRef } from 'react'
import type { Step } from './steps.ts'

interface Headings {
  date: RefObject<HTMLHeadingElement | null>
  details: RefObject<HTMLHeadingElement | null>
  done: RefObject<HTMLDivElement | null>
}

/**
 * Focuses the heading of the new step, so that screen readers announce it, unless the focused control is still on
 * screen.
 */
export function useFocusOfStep(step: Step): Headings {
  const date = useRef<HTMLHeadingElement>(null)
  const details = useRef<HTMLHeadingElement>(null)
  const done = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    const from = before.current
    before.current = step
    if (from === step) return
    const wasElsewhere = from === 'details' || from === 'done'
    if (step === 'details') details.current?.focus()
    else if (step === 'done') done.current?.focus()
    // on a wide screen calendar and times are side by side, and the focused control stays
    else if (wasElsewhere || !window.matchMedia('(min-width: 768px)').matches) date.current?.focus()
  }, [step])
  return { date, details, done }
}
