import { DATABASE_AWAY } from '#contract/errors.ts'

const LOOK_MS = 5_000

let isAway = false
let look: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (next === isAway) return
  isAway = next
  clearInterval(look)
  // reconnects without an action of the user
  if (next) look = setInterval(() => void lookWhetherReady(), LOOK_MS)
  for (const listener of listeners) listener()
}

async function lookWhetherReady(): Promise<void> {
  const answer = await fetch('/readyz').catch(() => null)
  if (answer?.ok) set(false)
}

/** Notes from each answer whether the server reaches its database. */
export const noteAnswer = (error: { status: number; message: string } | null): void =>
  set(error?.status === 503 && error.message === DATABASE_AWAY)

/** Whether the server reported that it cannot reach its database, and has not been ready since. */
export const outage = {
  subscribe(changed: () => void): () => void {
    listeners.add(changed)
    return () => listeners.delete(changed)
  },
  current: (): boolean => isAway,
}
