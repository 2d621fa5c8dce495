import { type ReactElement, useEffect } from 'react'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { lettersAreKeys } from '#web/ui/panel-keys.ts'
import { searchField } from './search-field.ts'
import { openShortcuts, useShortcutsOpen } from './shortcuts-open.ts'

const ShortcutSheet = lazyDialog(async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet)

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]'

/** `?` shows the keys of this screen; `/` focuses the search of its list. */
export function Shortcuts(): ReactElement | null {
  const isOpen = useShortcutsOpen()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!lettersAreKeys() || document.querySelector(LAYERS)) return
      if (event.target instanceof Element && event.target.matches(TYPING)) return
      if (event.key === '?') {
        event.preventDefault()
        openShortcuts()
      }
      const search = event.key === '/' ? searchField() : null
      if (search) {
        event.preventDefault()
        search.focus()
      }
    }
    // the review desk has its own sheet: its listener on the document comes first
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return isOpen ? <ShortcutSheet /> : null
}
