/** The most keys in one statement. */
const MAX_KEYS = 200
/** Statements at the same time. */
const MAX_IN_FLIGHT = 2

interface Pending<Key, Row> {
  key: Key
  found(row: Row | undefined): void
  failed(error: unknown): void
}

/**
 * Batches concurrent queries of single rows: while statements are in flight further keys wait and then share one. A
 * lone query never waits. Equal keys are loaded once and share the result; a caller that must have its own row uses an
 * object of its own as key.
 * @param load rows by key, without the keys that have none
 */
export function inBatches<Db extends object, Key, Row>(
  load: (db: Db, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (db: Db, key: Key) => Promise<Row | undefined> {
  const queues = new WeakMap<Db, { waiting: Pending<Key, Row>[]; inFlight: number; planned: boolean }>()

  function plan(db: Db): void {
    const queue = queues.get(db)
    if (!queue || queue.planned || queue.inFlight >= MAX_IN_FLIGHT || queue.waiting.length === 0) return
    queue.planned = true
    setImmediate(() => {
      queue.planned = false
      const pending = queue.waiting.splice(0, MAX_KEYS)
      queue.inFlight += 1
      void run(db, pending).finally(() => {
        queue.inFlight -= 1
        plan(db)
      })
      plan(db)
    })
  }

  async function run(db: Db, pending: readonly Pending<Key, Row>[]): Promise<void> {
    try {
      const rows = await load(db, [...new Set(pending.map(({ key }) => key))])
      for (const { key, found } of pending) found(rows.get(key))
    } catch (error) {
      // a row that its table refuses is that one's fault
      if (pending.length > 1 && isRefusedRow(error)) for (const one of pending) await run(db, [one])
      else for (const { failed } of pending) failed(error)
    }
  }

  return (db, key) =>
    new Promise((found, failed) => {
      const queue = queues.get(db) ?? { waiting: [], inFlight: 0, planned: false }
      queues.set(db, queue)
      queue.waiting.push({ key, found, failed })
      plan(db)
    })
}

const INTEGRITY_CONSTRAINT_VIOLATION = '23'

const isRefusedRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith(INTEGRITY_CONSTRAINT_VIOLATION)
