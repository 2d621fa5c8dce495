import type { ReactElement } from 'react'
import { messageOf } from '#web/api/api-error.ts'
import type { MorePages } from '#web/api/use-read.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

interface MoreButtonProps {
  more: MorePages
  /** Its text: 'Show earlier'. */
  label: string
  size?: 'lg'
  className?: string
}

/** Loads the next page of a list, where there is one; after a failure shows the reason. */
export function MoreButton({ more, label, size, className }: MoreButtonProps): ReactElement | null {
  if (!more.hasMore) return null
  return (
    <div className={cx('flex flex-col items-start gap-2', className)}>
      {more.moreError && (
        <p role="alert" className="text-red">
          {`The next ones could not be loaded. ${messageOf(more.moreError, 'Something went wrong on our side.')}`}
        </p>
      )}
      <Button
        {...(size && { size })}
        pending={more.isLoadingMore}
        pendingText="Loading..."
        onClick={more.loadMore}
      >
        {more.moreError ? 'Try again' : label}
      </Button>
    </div>
  )
}
