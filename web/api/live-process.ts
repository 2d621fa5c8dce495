/** After a change by this page reads skip shared responses for so long: another process may have made the change. */
const OWN_CHANGE_MS = 2_000

let liveProcess: string | null = null
let changedAt = Number.NEGATIVE_INFINITY

/** Stores the name of the server process that notifies this page of changes; null while no stream is open. */
export function setLiveProcess(name: string | null): void {
  liveProcess = name
}

export function noteOwnChange(): void {
  changedAt = performance.now()
}

/** The header that allows this process to answer a read with the response computed for all clients at the last tick. */
export function liveHeader(): Record<string, string> {
  const isShareable = performance.now() - changedAt > OWN_CHANGE_MS
  return liveProcess !== null && isShareable ? { 'X-Live': liveProcess } : {}
}
