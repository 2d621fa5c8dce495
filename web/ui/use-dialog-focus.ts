import { useRef } from 'react'

const FIELDS =
  '[autofocus], input:not([type=hidden], [readonly], :disabled), textarea:not([readonly], :disabled), select:not(:disabled)'

interface DialogFocus {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** Attributes that name the record or time of an element. */
const MARKS = ['data-record', 'data-place']

/** The element, or the one with its mark that has taken its place, e.g. after the screen was turned. */
function drawn(element: HTMLElement): HTMLElement {
  if (element.isConnected) return element
  const mark = MARKS.find((name) => element.hasAttribute(name))
  const value = mark && element.getAttribute(mark)
  return (value && document.querySelector<HTMLElement>(`[${mark}="${CSS.escape(value)}"]`)) || element
}

/**
 * Returns the focus to the element that opened a dialog: Radix does not know our triggers.
 * @param instead a better element to focus, if any
 */
export function useReturnFocus(instead?: () => HTMLElement | null): DialogFocus {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement
      opener.current = active instanceof HTMLElement && active !== document.body ? active : null
    },
    onCloseAutoFocus: (event) => {
      const place = instead?.() ?? (opener.current && drawn(opener.current))
      if (!place?.isConnected) return
      event.preventDefault()
      place.focus({ preventScroll: true })
    },
  }
}

/** As above; also starts a dialog in its first field that can be changed, else at the top, never on the close button. */
export function useDialogFocus(instead?: () => HTMLElement | null): DialogFocus {
  const focus = useReturnFocus(instead)
  return {
    ...focus,
    onOpenAutoFocus: (event) => {
      focus.onOpenAutoFocus(event)
      const content = event.currentTarget
      if (!(content instanceof HTMLElement)) return
      event.preventDefault()
      const first = content.querySelector<HTMLElement>(FIELDS) ?? content
      first.focus()
    },
  }
}
