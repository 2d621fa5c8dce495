import { useEffect, useState } from 'react'

/** The value once it has not changed for `ms`: what is asked of the server while somebody types. */
export function useSettled<T>(value: T, ms = 400): T {
  const [settled, settle] = useState(value)
  const text = JSON.stringify(value)
  // the text stands for the value, which is a new object each time
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const timer = window.setTimeout(() => settle(value), ms)
    return () => window.clearTimeout(timer)
  }, [text, ms])
  return settled
}
