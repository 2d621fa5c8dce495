import { useEffect, useState } from 'react'

/** Debounces a value by `ms`, for requests that depend on input. */
export function useSettled<T>(value: T, ms = 400): T {
  const [settled, settle] = useState(value)
  const text = JSON.stringify(value)
  // compare by text, as the value is a new object each time
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const timer = window.setTimeout(() => settle(value), ms)
    return () => window.clearTimeout(timer)
  }, [text, ms])
  return settled
}
