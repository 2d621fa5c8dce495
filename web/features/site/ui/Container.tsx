import type { ReactElement, ReactNode } from 'react'
import { type ClassValue, cx } from '#web/ui/cx.ts'

interface ContainerProps {
  /** `text` for reading and forms, `page` for columns. */
  width?: 'text' | 'page'
  className?: ClassValue
  children: ReactNode
}

/** Centres the page, with margins wide enough for a thumb. */
export function Container({ width = 'page', className, children }: ContainerProps): ReactElement {
  return (
    <div
      className={cx('mx-auto w-full px-5 sm:px-8', width === 'page' ? 'max-w-6xl' : 'max-w-3xl', className)}
    >
      {children}
    </div>
  )
}

/** A separate block: a panel of a form, a card among others. */
export function Card({ className, children }: Omit<ContainerProps, 'width'>): ReactElement {
  return (
    <div className={cx('rounded-xl border border-line bg-surface p-5 sm:p-7', className)}>{children}</div>
  )
}

interface PageHeadingProps {
  /** Above the title, small: the section that the page belongs to. */
  eyebrow?: string
  title: string
  children?: ReactNode
}

/** The page's one h1, with a sentence or two below. */
export function PageHeading({ eyebrow, title, children }: PageHeadingProps): ReactElement {
  return (
    <header className="mb-8 sm:mb-10">
      {eyebrow && <p className="mb-2 text-sm font-semibold text-link">{eyebrow}</p>}
      <h1 className="text-display font-semibold">{title}</h1>
      {children && <div className="mt-4 max-w-prose text-pretty text-ink-soft">{children}</div>}
    </header>
  )
}

/** Names and values stacked or side by side, e.g. of a booking or an application. */
export function FactList({ facts }: { facts: readonly [name: string, value: ReactNode][] }): ReactElement {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-0.5 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[9rem_1fr]"
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
