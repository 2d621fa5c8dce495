import { type ReactElement, useEffect, useRef } from 'react'
import { formatNumber, formatTotal } from '#web/lib/format.ts'
import { Button } from './Button.tsx'

interface PagerProps {
  /** Plural noun of the items: 'brokers'. */
  noun: string
  shown: number
  /** Null where the server stopped counting. */
  total: number | null
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
}

/** Shows the count and loads more rows, on scrolling to the end or with the button. */
export function Pager({ noun, shown, total, hasMore, isLoading, onMore }: PagerProps): ReactElement | null {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    const element = end.current
    if (!element || !hasMore || isLoading) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current(),
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, isLoading])
  if (shown === 0) return null
  const of = formatTotal(total)
  return (
    <div
      ref={end}
      className="tabular flex min-h-10 flex-wrap items-center justify-between gap-2 px-4 py-1.5 text-xs text-ink-soft"
    >
      <span>
        {hasMore || total === null
          ? `${formatNumber(shown)} of ${of} ${noun}`
          : `${of} ${total === 1 ? singular(noun) : noun}`}
      </span>
      {hasMore && (
        <Button size="sm" variant="ghost" pending={isLoading} pendingText="Loading..." onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  )
}

/** 'entries' reads 'entry', 'brokers' reads 'broker'. */
export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '')
}
