import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Asked so often, a statement is worth a place in the memory of each connection. */
const OFTEN = 20
/** Of one process; what comes after them is parsed each time. */
const MOST = 120
/** A list of values of any length makes a text of its own each time. */
const LONGEST = 20_000

/**
 * Gives the statements that are asked often a name, by which the database keeps them parsed and, where one plan suits all
 * values, planned. Statements of a transaction's frame, and those without values, have nothing to keep.
 */
export function preparesStatements(): (client: pg.ClientBase) => void {
  let round = 0
  const asked = new Map<string, number>()
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MOST || text.length > LONGEST) return known
    const times = (asked.get(text) ?? 0) + 1
    if (times < OFTEN) {
      // texts that come once must not fill the memory
      if (asked.size >= MOST * 10) asked.clear()
      asked.set(text, times)
      return undefined
    }
    asked.delete(text)
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24) + round
    names.set(text, name)
    return name
  }
  return (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const [text, values, ...rest] = args
      if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return query(...args)
      const name = nameOf(text)
      if (!name) return query(text, values)
      const answer = query({ name, text, values }) as Promise<unknown>
      return answer.catch((error: unknown) => {
        if (isOutdated(error)) {
          // other names from now on: what the connections keep under the old ones serves no more
          round += 1
          names.clear()
        }
        throw error
      })
    }) as typeof client.query
  }
}

const FEATURE_NOT_SUPPORTED = '0A000'

/** A newer version has changed a table while this one still runs: what was kept would answer other columns. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === FEATURE_NOT_SUPPORTED &&
  /cached plan/.test(error.message)
