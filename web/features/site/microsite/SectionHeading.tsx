import type { ReactElement } from 'react'

interface SectionHeadingProps {
  id: string
  title: string
  subtitle?: string
  /** A paragraph of its own. */
  introduction?: string
}

/** Title, subtitle and introduction of a part of the page; each only where there is a text. */
export function SectionHeading({ id, title, subtitle, introduction }: SectionHeadingProps): ReactElement {
  return (
    <div className="mb-8 max-w-[60ch] empty:hidden sm:mb-10">
      {title && (
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
      )}
      {subtitle && <p className="mt-2 text-ink-soft">{subtitle}</p>}
      {introduction && <p className="mt-4 whitespace-pre-line first:mt-0">{introduction}</p>}
    </div>
  )
}
