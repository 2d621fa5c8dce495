/** A reason not to start. The message is one line for the person at the terminal, with the next action. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** The system's error code (`EACCES`, `ENOSPC` …) of anything thrown, if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** One line out of anything thrown. */
export function errorLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s+/g, ' ').trim()
}
