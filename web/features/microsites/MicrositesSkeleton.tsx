import type { ReactElement } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** Placeholder cards while loading. */
export function MicrositesSkeleton(): ReactElement {
  return (
    <Loading text="Loading microsites...">
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {['a', 'b', 'c'].map((card) => (
          <Card key={card} className="flex flex-col gap-3">
            <Skeleton className="h-28" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="mt-2 h-8" />
            <Skeleton className="mt-3 h-8" />
          </Card>
        ))}
      </div>
    </Loading>
  )
}
