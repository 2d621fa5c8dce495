import type { ReactElement } from 'react'
import { Loading, Skeleton } from './Skeleton.tsx'

const ROWS = [70, 55, 80, 60, 75, 50, 65, 58]

/** Placeholder rows in the table's columns. */
export function TableSkeleton({
  columns,
  text,
}: {
  columns: readonly { id: string }[]
  text: string
}): ReactElement {
  return (
    <Loading text={text}>
      <div className="max-md:border-t max-md:border-line">
        <div className="h-9 border-b border-line max-md:hidden" />
        {ROWS.map((width, row) => (
          <div key={width} className="flex h-11 items-center gap-4 border-b border-line px-4">
            {columns.slice(0, 7).map((column, index) => (
              <span key={column.id} className={index > 2 ? 'flex-1 max-md:hidden' : 'flex-1'}>
                <Skeleton
                  className="h-3.5"
                  style={{ width: `${((width + index * 13 + row * 7) % 45) + 40}%` }}
                />
              </span>
            ))}
          </div>
        ))}
      </div>
    </Loading>
  )
}
