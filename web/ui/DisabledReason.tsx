import { type MouseEvent, type ReactElement, useId } from 'react'
import { Tooltip } from './Tooltip.tsx'

export interface DisabledAria {
  'aria-disabled': true
  'aria-describedby': string
  onClickCapture: (event: MouseEvent) => void
}

interface DisabledReasonProps {
  reason: string
  /** Renders the control; spread the given props and do not set `disabled`, so that it keeps focus and tooltip. */
  children: (aria: DisabledAria) => ReactElement
}

/** Wraps a disabled control and explains why, in a tooltip and for screen readers. */
export function DisabledReason({ reason, children }: DisabledReasonProps): ReactElement {
  const id = useId()
  const stop = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <Tooltip text={reason}>
        {children({ 'aria-disabled': true, 'aria-describedby': id, onClickCapture: stop })}
      </Tooltip>
      <span id={id} className="sr-only">
        {reason}
      </span>
    </>
  )
}
