import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'

/** Around the whole application: 700 ms before the first, 300 ms in which the next opens without a delay. */
export function TooltipProvider({ children }: { children: ReactNode }): ReactElement {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

interface TooltipProps {
  text: ReactNode
  /** One element that takes focus and a ref. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A short hint on hover and focus; never the only place for essential information. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps): ReactElement {
  // a table has hundreds of them, of which one is open
  const [isOpen, setOpen] = useState(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {isOpen && (
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-72 animate-fade-in rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-float"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}
