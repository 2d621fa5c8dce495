/** So many keys in one read at most. */
const MOST_TOGETHER = 200
/** Reads side by side. */
const FLIGHTS = 2

interface Wish<Key, Row> {
  key: Key
  found(row: Row | undefined): void
  failed(error: unknown): void
}

/**
 * One read for many who ask at about the same time, each for its own key: while reads are under way the next wishes
 * wait and then share one. Alone, nobody waits.
 * @param load rows by key; what is not there is left out
 */
export function gatherReads<Db extends object, Key, Row>(
  load: (db: Db, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (db: Db, key: Key) => Promise<Row | undefined> {
  const queues = new WeakMap<Db, { waiting: Wish<Key, Row>[]; flying: number; planned: boolean }>()

  function plan(db: Db): void {
    const queue = queues.get(db)
    if (!queue || queue.planned || queue.flying >= FLIGHTS || queue.waiting.length === 0) return
    queue.planned = true
    setImmediate(() => {
      queue.planned = false
      const wishes = queue.waiting.splice(0, MOST_TOGETHER)
      queue.flying += 1
      void fly(db, wishes).finally(() => {
        queue.flying -= 1
        plan(db)
      })
      plan(db)
    })
  }

  async function fly(db: Db, wishes: readonly Wish<Key, Row>[]): Promise<void> {
    try {
      const rows = await load(db, [...new Set(wishes.map(({ key }) => key))])
      for (const { key, found } of wishes) found(rows.get(key))
    } catch (error) {
      for (const { failed } of wishes) failed(error)
    }
  }

  return (db, key) =>
    new Promise((found, failed) => {
      const queue = queues.get(db) ?? { waiting: [], flying: 0, planned: false }
      queues.set(db, queue)
      queue.waiting.push({ key, found, failed })
      plan(db)
    })
}
