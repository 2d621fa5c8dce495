import { SlidersHorizontal } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface FiltersProps {
  /** How many are set. */
  count: number
  onClear: () => void
  /** At most four selects with an accessible name of their own. */
  children: ReactNode
  /** The less common ones, behind a button. */
  more?: ReactNode
  /** How many of these are set. */
  moreCount?: number
}

/** The filters of a list, in a row and of one width; on a phone behind one button, next to the search. */
export function Filters({ count, onClear, children, more, moreCount = 0 }: FiltersProps): ReactElement {
  const isPhone = useMediaQuery(PHONE)
  const [isOpen, setOpen] = useState(false)
  if (!isPhone) {
    return (
      <>
        <div className="contents *:[&:has(>select)]:w-44">{children}</div>
        {more && <MoreFilters count={moreCount}>{more}</MoreFilters>}
      </>
    )
  }
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
        <div className="flex flex-col gap-3 *:w-full *:max-w-none">
          {children}
          {more}
        </div>
      </Dialog>
    </>
  )
}

function MoreFilters({ count, children }: { count: number; children: ReactNode }): ReactElement {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button icon={SlidersHorizontal}>{count > 0 ? `More filters (${count})` : 'More filters'}</Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="More filters"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-30 flex w-64 animate-fade-in flex-col gap-3 rounded-lg border border-line bg-float p-3 shadow-float outline-none *:w-full *:max-w-none"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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
