import type { ReactElement } from 'react'
import type { ListResult } from '#web/api/use-read.ts'
import { Button } from '#web/ui/Button.tsx'

interface MoreButtonProps {
  list: Pick<ListResult<unknown>, 'hasMore' | 'isLoadingMore' | 'loadMore'>
  what: string
}

/** The next page of a list, where there is one. */
export function MoreButton({ list, what }: MoreButtonProps): ReactElement | null {
  if (!list.hasMore) return null
  return (
    <div className="border-t border-line p-4">
      <Button size="lg" pending={list.isLoadingMore} pendingText="Loading..." onClick={list.loadMore}>
        Show more {what}
      </Button>
    </div>
  )
}
