import type { ReactElement, ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'

/** The lesser action below the button of a form of the sign-in. */
export function Aside({ onClick, children }: { onClick: () => void; children: ReactNode }): ReactElement {
  return (
    <Button variant="ghost" className="-ml-3 self-start" onClick={onClick}>
      {children}
    </Button>
  )
}
