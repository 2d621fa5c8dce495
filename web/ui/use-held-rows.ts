import { type RefObject, useEffect, useRef, useState } from 'react'
import { wroteLately } from '#web/api/own-writes.ts'
import { type HeldRows, holdRows } from './held-rows.ts'

interface HeldInput<Row> {
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Key of the query that the rows answer; undefined: no live updates, and no rows are held. */
  question: string | undefined
  /** The rows still belong to the previous query. */
  isRefreshing: boolean
  hasMore: boolean
}

interface Shown<Row> extends HeldRows<Row> {
  from: readonly Row[] | undefined
  question: string | undefined
}

interface HeldResult<Row> extends Omit<HeldRows<Row>, 'rows'> {
  rows: readonly Row[] | undefined
  showAll: () => void
  /** For the element that holds the list. */
  ref: RefObject<HTMLDivElement | null>
}

/**
 * Keeps a list's rows in their places while it is on screen: rows that other users or calls add in between are held
 * until the user requests them, so that no row moves under the pointer. The user's own additions show immediately.
 */
export function useHeldRows<Row>(input: HeldInput<Row>): HeldResult<Row> {
  const { rows, rowKey, question, isRefreshing, hasMore } = input
  const ref = useRef<HTMLDivElement>(null)
  const isSeen = useRef(false)
  const [shown, setShown] = useState<Shown<Row>>({ ...allOf<Row>([]), from: undefined, question })
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) => {
      isSeen.current = entries.at(-1)?.isIntersecting ?? false
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])

  const isHeld = question !== undefined && rows !== undefined && !isRefreshing
  if (!isHeld) return { rows, waiting: 0, isLeast: false, showAll: ignore, ref }
  let now = shown
  if (shown.from !== rows || shown.question !== question) {
    const isWatched = isSeen.current && document.visibilityState === 'visible'
    const holds = shown.question === question && isWatched && !wroteLately()
    const next = holds ? holdRows(shown.rows, rows, rowKey, hasMore) : allOf(rows)
    now = { ...next, from: rows, question }
    setShown(now)
  }
  return {
    rows: now.rows,
    waiting: now.waiting,
    isLeast: now.isLeast,
    showAll: () => setShown({ ...allOf(rows), from: rows, question }),
    ref,
  }
}

const allOf = <Row>(rows: readonly Row[]): HeldRows<Row> => ({ rows, waiting: 0, isLeast: false })

function ignore(): void {
  // no rows are held
}
