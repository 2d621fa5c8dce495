import { type ReactElement, useEffect, useRef } from 'react'
import { messageOf } from '#web/api/api-error.ts'
import type { Total } from '#web/api/call.ts'
import type { MorePages } from '#web/api/use-read.ts'
import { formatNumber, formatTotal } from '#web/lib/format.ts'
import { Button } from './Button.tsx'

interface PagerProps {
  /** Plural noun of the items: 'brokers'. */
  noun: string
  shown: number
  total: Total
  more: MorePages
}

/** Shows the count and loads more rows, on scrolling to the end or with the button. */
export function Pager({ noun, shown, total, more }: PagerProps): ReactElement | null {
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, isLoadingMore, moreError } = more
  const latest = useRef(more)
  latest.current = more
  useEffect(() => {
    const element = end.current
    if (!element || !hasMore || isLoadingMore || moreError) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current.loadAhead(),
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, isLoadingMore, moreError])
  if (shown === 0) return null
  const of = formatTotal(total)
  return (
    <div
      ref={end}
      className="flex min-h-10 flex-wrap items-center justify-between gap-2 px-4 py-1.5 text-xs text-ink-soft"
    >
      <span>
        {hasMore || typeof total !== 'number'
          ? `${formatNumber(shown)} of ${of} ${noun}`
          : `${of} ${total === 1 ? singular(noun) : noun}`}
      </span>
      {moreError && (
        <span role="alert" className="text-red">
          {`More ${noun} could not be loaded. ${messageOf(moreError, 'Something went wrong on our side.')}`}
        </span>
      )}
      {hasMore && (
        <Button
          size="sm"
          variant="ghost"
          pending={isLoadingMore}
          pendingText="Loading..."
          onClick={more.loadMore}
        >
          {moreError ? 'Try again' : 'Load more'}
        </Button>
      )}
    </div>
  )
}

/** 'entries' reads 'entry', 'brokers' reads 'broker'. */
export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '')
}
