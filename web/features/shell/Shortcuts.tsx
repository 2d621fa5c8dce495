import { type ReactElement, useEffect, useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { lettersAreKeys } from '#web/ui/panel-keys.ts'
import { shortcutLabel } from './shortcut.ts'
import {
  closeShortcuts,
  type KeyedParts,
  openShortcuts,
  shortcutsFor,
  useShortcutsOpen,
} from './shortcut-sheet.ts'

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]'

/** `?` shows which keys do something on this screen; `/` goes to the search of its list. */
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
    // the review desk has a sheet of its own, and answers first
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return isOpen ? <Sheet /> : null
}

const searchField = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('main input[type=search]')

function partsOfScreen(): KeyedParts {
  const rows = document.querySelector('[data-rows]')
  return {
    list: rows?.closest('table')?.getAttribute('aria-label') ?? null,
    selects: rows?.querySelector('input[type=checkbox]') != null,
    searches: searchField() !== null,
    tabs: document.querySelector('main [role=tablist]') !== null,
  }
}

function Sheet(): ReactElement {
  const [groups] = useState(() => shortcutsFor(partsOfScreen(), shortcutLabel))
  return (
    <Dialog open onClose={closeShortcuts} title="Keyboard shortcuts" description="What works on this screen.">
      <div className="flex flex-col gap-5">
        {groups.map(({ heading, keys }) => (
          <section key={heading} aria-label={heading}>
            <h3 className="mb-1.5 font-medium">{heading}</h3>
            <dl className="flex flex-col gap-1.5">
              {keys.map((each) => (
                <div key={each.does} className="flex items-center justify-between gap-4">
                  <dt className="text-ink-soft">{each.does}</dt>
                  <dd className="flex gap-1">
                    {each.keys.map((key) => (
                      <kbd
                        key={key}
                        className="rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
