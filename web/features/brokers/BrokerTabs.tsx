import type { ReactElement } from 'react'
import { NavLink } from 'react-router'
import { listApplications } from '#contract/accreditations/applications.ts'
import { documentSummary } from '#contract/documents/document-reviews.ts'
import type { Total } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList, useRead } from '#web/api/use-read.ts'
import { formatTotal } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

/** The lists about brokers, with the items that wait for a review; the same on each of their pages. */
export function BrokerTabs(): ReactElement {
  const { applications, documents } = useReviewCounts()
  const tabs = [
    { to: '/brokers', label: 'Directory' },
    { to: '/brokers/applications', label: 'Applications', count: applications },
    { to: '/brokers/documents', label: 'Documents', count: documents },
    { to: '/brokers/audiences', label: 'Audiences' },
    { to: '/brokers/suppressions', label: 'Suppression list' },
  ]
  return (
    <nav
      aria-label="Lists about brokers"
      className="print:hidden mb-4 flex gap-1 overflow-x-auto border-b border-line"
    >
      {tabs.map(({ to, label, count }) => (
        <NavLink key={to} to={to} end className={linkClass}>
          {label}
          {count !== undefined && count !== 0 && (
            <span className="tabular rounded-full bg-amber-soft px-1.5 text-xs text-amber-ink">
              {formatTotal(count)}
              <span className="sr-only"> waiting</span>
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  )
}

/** How many applications and documents wait for a review; undefined until loaded, or where the user may not see them. */
export function useReviewCounts(): { applications: Total | undefined; documents: number | undefined } {
  const refusal = useRefusal('documents.read')
  const waiting = useList(listApplications, { query: { status: 'waiting', limit: 1 } })
  const { data } = useRead(documentSummary, undefined, { enabled: refusal === null })
  return { applications: waiting.items && waiting.total, documents: data?.pending }
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return cx(
    '-mb-px flex h-9 items-center gap-1.5 rounded-t-md border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 hover:text-ink max-md:h-11',
    isActive ? 'border-primary text-ink' : 'border-transparent text-ink-soft',
  )
}
