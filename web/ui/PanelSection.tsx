import { type ReactElement, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface PanelSectionProps {
  title: string
  /** At the right of the title. */
  aside?: ReactNode
  /** Stays at the panel's top while the rest of its part scrolls. */
  sticky?: boolean
  children: ReactNode
}

const sectionClass = 'border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0'
// its padding covers that of the panel, so that nothing shows above it
const stickyClass = 'sticky top-0 z-1 -mt-4 bg-float py-4'

/** A titled section of a side panel, separated by a rule. */
export function PanelSection({ title, aside, sticky, children }: PanelSectionProps): ReactElement {
  const id = useId()
  return (
    <section aria-labelledby={id} className={sticky ? stickyClass : sectionClass}>
      <div className="mb-2 flex min-h-5 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

export interface Fact {
  label: string
  value: ReactNode
}

interface FactsProps {
  facts: readonly (Fact | false | undefined)[]
  /** Two facts on a line where a desktop has room for them. */
  isWide?: boolean | undefined
}

/**
 * Labels and values in two columns, the first of them narrow on a phone, so that an email address fits into the second.
 */
export function Facts({ facts, isWide }: FactsProps): ReactElement {
  return (
    <dl
      className={cx(
        'grid grid-cols-[8.5rem_1fr] gap-x-4 gap-y-1.5 max-md:grid-cols-[6.5rem_1fr] max-md:gap-x-3',
        isWide && 'xl:grid-cols-[7.5rem_1fr_7.5rem_1fr] xl:gap-y-2',
      )}
    >
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label} className="contents">
              <dt className="text-ink-soft">{fact.label}</dt>
              <dd className="min-w-0 break-words">{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
