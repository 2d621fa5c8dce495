import { Info } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

interface DefinitionProps {
  /** A sentence, or one for each of several terms. */
  text: string | Readonly<Record<string, string>>
  children: ReactNode
  /** Shows a mark in place of the words, which screen readers get. */
  mark?: boolean
  /** Shown next to a title; hidden in print. */
  aside?: boolean
}

/** A term that shows its definition when it is pressed. */
export function Definition({ text, children, mark, aside }: DefinitionProps): ReactElement {
  return (
    <Popover.Root>
      {mark ? (
        <Popover.Trigger className="-my-1 inline-flex size-6 items-center justify-center rounded text-ink-faint hover:text-link print:hidden">
          <Info aria-hidden className="size-3.5" strokeWidth={1.75} />
          <span className="sr-only">{children}</span>
        </Popover.Trigger>
      ) : (
        <Popover.Trigger
          className={cx(
            'rounded text-left underline decoration-dotted decoration-ink-faint underline-offset-4 hover:text-link print:no-underline',
            aside && 'print:hidden',
          )}
        >
          {children}
        </Popover.Trigger>
      )}
      <Popover.Portal>
        <Popover.Content
          collisionPadding={8}
          sideOffset={6}
          className="z-50 max-w-72 rounded-md border border-line bg-float px-3 py-2 text-xs shadow-float"
        >
          {typeof text === 'string' ? text : <Terms terms={text} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Terms({ terms }: { terms: Readonly<Record<string, string>> }): ReactElement {
  return (
    <dl className="flex flex-col gap-1.5">
      {Object.entries(terms).map(([term, sentence]) => (
        <div key={term}>
          <dt className="font-medium">{term}</dt>
          <dd className="text-ink-soft">{sentence}</dd>
        </div>
      ))}
    </dl>
  )
}
