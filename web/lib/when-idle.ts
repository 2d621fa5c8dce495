/** Maximum delay in milliseconds, however busy the browser is. */
const PATIENCE_MS = 3_000

/**
 * Runs once the browser is idle.
 * @param after minimum delay in milliseconds
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void, after = 0): () => void {
  let cancel: () => void = () => clearTimeout(timer)
  const timer = setTimeout(() => {
    cancel = request(run)
  }, after)
  return () => cancel()
}

function request(run: () => void): () => void {
  // Safari has none
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, PATIENCE_MS)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: PATIENCE_MS })
  return () => cancelIdleCallback(id)
}
