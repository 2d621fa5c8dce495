import { type FocusEventHandler, type MouseEvent, useState } from 'react'

interface FocusHandlers<E extends Element> {
  onFocus?: FocusEventHandler<E> | undefined
  onBlur?: FocusEventHandler<E> | undefined
}

interface HeldFocus<E extends Element> {
  /** The control is disabled for assistive technology only: the caller ignores its events. */
  isHeld: boolean
  control: FocusHandlers<E> & { disabled: boolean; 'aria-disabled': true | undefined }
}

/**
 * A browser takes the focus away from a control that is disabled, and the keyboard loses its place on the page. A control
 * that is disabled while it has the focus therefore keeps it, and gets the attribute `disabled` when the focus leaves.
 */
export function useHeldFocus<E extends Element>(isOff: boolean, handlers: FocusHandlers<E>): HeldFocus<E> {
  const [hasFocus, setHasFocus] = useState(false)
  const isHeld = isOff && hasFocus
  return {
    isHeld,
    control: {
      disabled: isOff && !hasFocus,
      'aria-disabled': isHeld || undefined,
      onFocus: (event) => {
        setHasFocus(true)
        handlers.onFocus?.(event)
      },
      onBlur: (event) => {
        setHasFocus(false)
        handlers.onBlur?.(event)
      },
    },
  }
}

/** As of a disabled button: also Enter in the form of a submit button does nothing. */
export function ignoreClick(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
