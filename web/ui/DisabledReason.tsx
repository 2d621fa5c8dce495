import { type MouseEvent, type ReactElement, useId } from 'react'
import { Tooltip } from './Tooltip.tsx'

export interface DisabledAria {
  'aria-disabled': true
  'aria-describedby': string
  onClickCapture: (event: MouseEvent) => void
}

interface DisabledReasonProps {
  reason: string
  /** The control; spread what it is given on it and leave `disabled` off, so that it keeps focus and tooltip. */
  children: (aria: DisabledAria) => ReactElement
}

/** A control that cannot be used now, and why: as a tooltip and for screen readers. */
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
