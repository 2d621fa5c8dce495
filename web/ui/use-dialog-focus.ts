import { useRef } from 'react'

const FIELDS =
  '[autofocus], input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)'

interface DialogFocus {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** Gives the focus back to what opened a dialog: ours have no trigger that Radix could know. */
export function useReturnFocus(): DialogFocus {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement
      opener.current = active instanceof HTMLElement && active !== document.body ? active : null
    },
    onCloseAutoFocus: (event) => {
      if (!opener.current?.isConnected) return
      event.preventDefault()
      opener.current.focus({ preventScroll: true })
    },
  }
}

/** As above; and a dialog starts in its first field, else at the top, never on the button that closes it. */
export function useDialogFocus(): DialogFocus {
  const focus = useReturnFocus()
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
