import { ChevronRight } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

export interface Crumb {
  label: string
  to: string
}

interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  /** Breadcrumbs, outermost first, without the page itself. */
  crumbs?: readonly Crumb[]
  /** Next to the title: badges. */
  badge?: ReactNode
  /** At most one primary button. */
  actions?: ReactNode
}

/** Heading of every page; also sets the document's title. */
export function PageHeader({ title, subtitle, crumbs, badge, actions }: PageHeaderProps): ReactElement {
  useEffect(() => {
    document.title = `${title} · Brokerline`
  }, [title])
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {crumbs && <Breadcrumb crumbs={crumbs} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {/* level with the buttons, which are higher on a phone */}
          <h1
            className={cx(
              'text-xl leading-8 font-semibold tracking-tight',
              Boolean(actions) && !crumbs && 'max-md:leading-10',
            )}
          >
            {title}
          </h1>
          {badge}
        </div>
        {subtitle && <p className="max-w-2xl text-ink-soft max-md:mt-1">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

/** The breadcrumbs. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }): ReactElement {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1 text-xs text-ink-soft">
        {crumbs.map((crumb, at) => (
          <li key={crumb.to} className="flex items-center gap-1">
            {at > 0 && <ChevronRight aria-hidden className="size-3 text-ink-faint" />}
            <Link to={crumb.to} className="rounded py-1 hover:text-ink hover:underline">
              {crumb.label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
