import { useRef } from 'react'

const FIELDS =
  '[autofocus], input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)'

interface DialogFocus {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * Gives the focus back to what opened a dialog: ours have no trigger that Radix could know.
 * @param instead names another place where there is a better one
 */
export function useReturnFocus(instead?: () => HTMLElement | null): DialogFocus {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement
      opener.current = active instanceof HTMLElement && active !== document.body ? active : null
    },
    onCloseAutoFocus: (event) => {
      const place = instead?.() ?? opener.current
      if (!place?.isConnected) return
      event.preventDefault()
      place.focus({ preventScroll: true })
    },
  }
}

/** As above; and a dialog starts in its first field, else at the top, never on the button that closes it. */
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
