import { useCallback, useLayoutEffect, useRef } from 'react'

/** A stable reference to a function, for memoised components that render only when their props change. */
export function useSteady<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result
export function useSteady<Args extends unknown[], Result>(
  run: ((...args: Args) => Result) | undefined,
): ((...args: Args) => Result) | undefined
export function useSteady<Args extends unknown[], Result>(
  run: ((...args: Args) => Result) | undefined,
): ((...args: Args) => Result) | undefined {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  const steady = useCallback((...args: Args): Result => {
    if (!latest.current) throw new Error('called where there is nothing to call')
    return latest.current(...args)
  }, [])
  return run && steady
}
