/** Milliseconds after a save within which new rows of a list count as saved by this user. */
const OWN_MS = 5_000

let last = Number.NEGATIVE_INFINITY

/** To be called when a save by the person at this screen succeeded. */
export function noteOwnWrite(): void {
  last = performance.now()
}

/** Whether this user saved something within OWN_MS, and expects to see it. */
export function wroteLately(): boolean {
  return performance.now() - last < OWN_MS
}
