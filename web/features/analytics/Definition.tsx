import { Popover } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** A term that says what it counts when it is pressed. */
export function Definition({ text, children }: { text: string; children: ReactNode }): ReactElement {
  return (
    <Popover.Root>
      <Popover.Trigger className="rounded text-left underline decoration-dotted decoration-ink-faint underline-offset-4 hover:text-link">
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          collisionPadding={8}
          sideOffset={6}
          className="z-50 max-w-72 rounded-md border border-line bg-float px-3 py-2 text-xs shadow-float"
        >
          {text}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
