import { type RefObject, useEffect, useRef } from 'react'
import type { Step } from './steps.ts'

interface Headings {
  date: RefObject<HTMLHeadingElement | null>
  details: RefObject<HTMLHeadingElement | null>
  done: RefObject<HTMLDivElement | null>
}

/** Whoever goes to another step hears its heading next, unless what they had in hand is still there. */
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
    // calendar and times stand side by side on a wide screen
    else if (wasElsewhere || !window.matchMedia('(min-width: 768px)').matches) date.current?.focus()
  }, [step])
  return { date, details, done }
}
