import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

interface CardProps {
  children: ReactNode
  className?: string
  /** The element to render, e.g. a list item or an article. */
  as?: 'div' | 'li' | 'article'
}

/** For self-contained items only; otherwise use rules and white space. */
export function Card({ children, className, as: Element = 'div' }: CardProps): ReactElement {
  return (
    <Element className={cx('rounded-lg border border-line bg-surface p-4', className)}>{children}</Element>
  )
}

interface PanelProps {
  title: string
  /** Next to the title: a count, a filter, a link. */
  actions?: ReactNode
  children: ReactNode
  className?: string
  /** No padding, for tables and lists that reach the edge. */
  flush?: boolean
  /** Only for screen readers: the page or its tab shows the same title. */
  hideTitle?: boolean
}

/** A titled section of a page with a frame. */
export function Panel({ title, actions, children, className, flush, hideTitle }: PanelProps): ReactElement {
  return (
    <section aria-label={title} className={cx('rounded-lg border border-line bg-surface', className)}>
      {hideTitle ? (
        <h2 className="sr-only">{title}</h2>
      ) : (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-1.5">
          <h2 className="text-sm font-semibold">{title}</h2>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  )
}
