import type { ReactElement } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { Total } from '#web/api/call.ts'
import { formatTotal } from '#web/lib/format.ts'
import { cx } from './cx.ts'
import { useTabStrip } from './use-tab-strip.ts'

interface LinkTab {
  to: string
  label: string
  /** Items that wait there; not shown while 0 or undefined. */
  count?: Total | undefined
}

interface LinkTabsProps {
  label: string
  tabs: readonly LinkTab[]
  /** Follows a count for screen readers: '3 waiting'. */
  counted: string
}

/** Pages that belong together, as tabs; each page shows the same ones. */
export function LinkTabs({ label, tabs, counted }: LinkTabsProps): ReactElement {
  const list = useTabStrip<HTMLElement>(useLocation().pathname)
  return (
    <div className="strip-frame mb-4 print:hidden">
      <nav
        ref={list}
        aria-label={label}
        className="tab-strip flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ to, label: text, count }) => (
          <NavLink key={to} to={to} end className={linkClass}>
            {text}
            {count !== undefined && count !== 0 && (
              <span className="tabular rounded-full bg-amber-soft px-1.5 text-xs text-amber-ink">
                {formatTotal(count)}
                <span className="sr-only"> {counted}</span>
              </span>
            )}
          </NavLink>
        ))}
      </nav>
    </div>
  )
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return cx(
    '-mb-px flex h-9 items-center gap-1.5 rounded-t-md border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 hover:text-ink max-md:h-11',
    isActive ? 'border-primary text-ink' : 'border-transparent text-ink-soft',
  )
}
