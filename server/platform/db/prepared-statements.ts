import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Statements run this often are prepared on each connection. */
const OFTEN = 20
/** Limit per process; later statements are parsed each time. */
const MOST = 120
/** A list of values of any length makes a text of its own each time. */
const LONGEST = 20_000

/**
 * Names frequent statements, so that the database keeps them parsed and, where one plan suits all values, planned.
 * Transaction control statements and those without values are not prepared.
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
      // texts that occur only once must not fill the memory
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
          // new names from now on: the statements prepared under the old ones are outdated
          round += 1
          names.clear()
        }
        throw error
      })
    }) as typeof client.query
  }
}

const FEATURE_NOT_SUPPORTED = '0A000'

/** A newer version has changed a table while this one still runs: the prepared statement would return other columns. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === FEATURE_NOT_SUPPORTED &&
  /cached plan/.test(error.message)
