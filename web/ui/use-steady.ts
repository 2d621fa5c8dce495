import { useCallback, useLayoutEffect, useRef } from 'react'

/** The function in a form that stays the same from render to render, for what is only drawn again when its props change. */
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
