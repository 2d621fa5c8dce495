import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

interface Fact {
  id: string
  label: string
  /** Shows the label; otherwise only screen readers get it. */
  isLabelled: boolean
  content: ReactNode
}

interface JoinedFactsProps {
  facts: readonly Fact[]
  /** Links within text need an underline in addition to their colour. */
  underlined?: boolean
}

/**
 * Facts of a row in one or more lines, joined by dots. Each dot is in the left margin of its fact, which is clipped at the
 * start of a line: no line starts or ends with a dot. A fact moves to the next line as a whole.
 */
export function JoinedFacts({ facts, underlined = false }: JoinedFactsProps): ReactElement | null {
  if (facts.length === 0) return null
  return (
    <span className="block w-full min-w-0 overflow-x-clip text-xs text-ink-soft">
      <span className={cx('-ml-3 flex flex-wrap items-baseline', underlined && '[&_a]:underline')}>
        {facts.map(({ id, label, isLabelled, content }, index) => (
          <span key={id} className="relative max-w-full min-w-0 pl-3 break-words">
            {index > 0 && (
              <span aria-hidden className="absolute left-1">
                ·
              </span>
            )}
            <span className={isLabelled ? undefined : 'sr-only'}>{label} </span>
            {isLabelled ? <span className="text-ink">{content}</span> : content}
          </span>
        ))}
      </span>
    </span>
  )
}
