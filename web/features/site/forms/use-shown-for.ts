import { useEffect, useRef } from 'react'

/** Calls `onOver` once `ms` have been shown in all; time does not count while `paused` or while the page is hidden. */
export function useShownFor(ms: number, paused: boolean, onOver: () => void): void {
  const left = useRef(ms)
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    if (paused) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let since = 0
    const stop = (): void => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      left.current -= performance.now() - since
    }
    const run = (): void => {
      stop()
      if (document.hidden) return
      since = performance.now()
      timer = setTimeout(() => over.current(), Math.max(0, left.current))
    }
    run()
    document.addEventListener('visibilitychange', run)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', run)
    }
  }, [paused])
}
