import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: number | undefined
let seconds = Math.floor(Date.now() / 1000)

function tick(): void {
  seconds = Math.floor(Date.now() / 1000)
  for (const listener of listeners) listener()
  timer = window.setTimeout(tick, 1000 - (Date.now() % 1000))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.clearTimeout(timer)
    timer = undefined
  }
}

/** The time in whole seconds: one timer for all that shows them, so that a list of calls changes once a second. */
export function useSeconds(): number {
  return useSyncExternalStore(subscribe, () => seconds)
}
