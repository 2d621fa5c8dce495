import type { ReactElement } from 'react'
import { NavLink } from 'react-router'
import { listContests } from '#contract/contests/contests.ts'
import { useList } from '#web/api/use-read.ts'
import { formatTotal } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

/** The parts of compliance, with the contests that wait for an answer; the same on each of their pages. */
export function CaseTabs(): ReactElement {
  const open = useList(listContests, { query: { status: 'open', limit: 1 } })
  const tabs = [
    { to: '/surveillance', label: 'Surveillance' },
    { to: '/surveillance/contests', label: 'Contests', count: open.items && open.total },
    { to: '/surveillance/complaints', label: 'Complaints' },
    { to: '/surveillance/decisions', label: 'Automated decisions' },
    { to: '/surveillance/rules', label: 'Calling rules' },
  ]
  return (
    <nav
      aria-label="Parts of compliance"
      className="print:hidden mb-4 flex gap-1 overflow-x-auto border-b border-line"
    >
      {tabs.map(({ to, label, count }) => (
        <NavLink key={to} to={to} end className={linkClass}>
          {label}
          {count !== undefined && count !== 0 && (
            <span className="tabular rounded-full bg-amber-soft px-1.5 text-xs text-amber-ink">
              {formatTotal(count)}
              <span className="sr-only"> open</span>
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  )
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return cx(
    '-mb-px flex h-9 items-center gap-1.5 rounded-t-md border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 hover:text-ink max-md:h-11',
    isActive ? 'border-primary text-ink' : 'border-transparent text-ink-soft',
  )
}
