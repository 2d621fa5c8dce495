import { useEffect, useState } from 'react'

/** The time now in milliseconds, renewed after the delay that `next` names for it. */
export function useNow(next: (now: number) => number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setTimeout(() => setNow(Date.now()), Math.min(next(now), 2 ** 31 - 1))
    return () => window.clearTimeout(timer)
  }, [now, next])
  return now
}
