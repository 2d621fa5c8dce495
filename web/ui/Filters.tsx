import { SlidersHorizontal } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface FiltersProps {
  /** How many are set. */
  count: number
  onClear: () => void
  /** Selects with an accessible name of their own. */
  children: ReactNode
}

/** The filters of a list, in a row; on a phone behind one button, next to the search. */
export function Filters({ count, onClear, children }: FiltersProps): ReactElement {
  const isPhone = useMediaQuery(PHONE)
  const [isOpen, setOpen] = useState(false)
  if (!isPhone) return <>{children}</>
  return (
    <>
      <Button icon={SlidersHorizontal} className="h-11" onClick={() => setOpen(true)}>
        {count > 0 ? `Filter (${count})` : 'Filter'}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Filter"
        footer={
          <>
            <Button disabled={count === 0} onClick={onClear}>
              Clear filters
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 *:w-full *:max-w-none">{children}</div>
      </Dialog>
    </>
  )
}

/** The search, its neighbour, and the filters: in one row on a phone, part of the toolbar elsewhere. */
export function FilterBar({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="flex w-full gap-2 max-md:*:first:min-w-0 max-md:*:first:flex-1 md:contents">
      {children}
    </div>
  )
}
