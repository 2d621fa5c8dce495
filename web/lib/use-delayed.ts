import { useEffect, useState } from 'react'

/** True once `active` has lasted `ms`: shorter waits show no loading state at all. */
export function useDelayed(active: boolean, ms = 150): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) {
      setLate(false)
      return
    }
    const timer = window.setTimeout(() => setLate(true), ms)
    return () => window.clearTimeout(timer)
  }, [active, ms])
  return active && late
}
