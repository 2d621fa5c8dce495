import type { LogEvent } from 'kysely'
import { errorKind, noteStep } from '#server/platform/traces/spans.ts'

/**
 * A span for a statement of the work under way: what it does and to which table. Neither its text, which may hold constants, nor
 * its parameters are recorded.
 */
export function noteStatement(event: LogEvent): void {
  noteStep(() => {
    const { operation, table } = partsOf(event.query.sql)
    return {
      start: {
        name: table === null ? operation : `${operation} ${table}`,
        kind: 'client',
        attributes: {
          ...{ 'db.system.name': 'postgresql', 'db.operation.name': operation },
          ...(table !== null && { 'db.collection.name': table }),
        },
        startedAt: new Date(Date.now() - event.queryDurationMillis),
      },
      end: { error: event.level === 'error' ? errorKind(event.error) : null },
    }
  })
}

const OPERATIONS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'COPY', 'LOCK', 'SET']
const STRING = /'[^']*'/g
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]\w*)/i

/** The table is that which is named first. */
export function partsOf(statement: string): { operation: string; table: string | null } {
  const [, word = ''] = /^[\s(]*(\w+)/.exec(statement) ?? []
  const operation = OPERATIONS.find((each) => each === word.toUpperCase()) ?? 'OTHER'
  return { operation, table: TABLE.exec(statement.replaceAll(STRING, "''"))?.[1] ?? null }
}
