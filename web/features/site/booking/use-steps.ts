import { useEffect, useState } from 'react'
import { type Entry, entryOf, FIRST, type Step } from './steps.ts'

interface Steps {
  entry: Entry
  /** Moves to a step; Back returns to the present one. */
  go: (step: Step, chosen: Pick<Entry, 'date' | 'start'>) => void
  /** Replaces the present step. */
  replace: (step: Step) => void
}

/**
 * The step of the page, kept in the browser's history so that Back and Forward move between the steps.
 * @param onFound with the choice in an entry of an earlier visit or a reload
 */
export function useSteps(onFound: (entry: Entry) => void): Steps {
  const [entry, setEntry] = useState(FIRST)
  const [found] = useState(() => onFound)
  useEffect(() => {
    const read = (): Entry => {
      const now = entryOf(window.history.state)
      setEntry(now)
      return now
    }
    const onPop = (): void => void read()
    found(read())
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [found])
  const show = (next: Entry, how: 'pushState' | 'replaceState'): void => {
    window.history[how]({ booking: next }, '')
    setEntry(next)
  }
  return {
    entry,
    go: (step, chosen) => {
      // so that a reload of this entry, too, restores the present choice
      if (entry.step !== step) window.history.replaceState({ booking: { ...entry, ...chosen } }, '')
      if (entry.step === step) show({ ...entry, ...chosen }, 'replaceState')
      else show({ step, depth: entry.depth + 1, ...chosen }, 'pushState')
    },
    replace: (step) => show({ ...entry, step }, 'replaceState'),
  }
}
