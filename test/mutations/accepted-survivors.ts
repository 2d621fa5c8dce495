/** A fault that no test can find, or need not find, and why. */
export interface Accepted {
  path: string
  /** The line's text, trimmed, so that it is found wherever it moves. */
  code: string
  what: string
  because: string
}

export const accepted: readonly Accepted[] = []
