import { type ReactElement, useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { searchField } from './search-field.ts'
import { shortcutLabel } from './shortcut.ts'
import { type KeyedParts, shortcutsFor } from './shortcut-sheet.ts'
import { closeShortcuts } from './shortcuts-open.ts'

function partsOfScreen(): KeyedParts {
  const rows = document.querySelector('[data-rows]')
  return {
    list: rows?.closest('table')?.getAttribute('aria-label') ?? null,
    selects: rows?.querySelector('input[type=checkbox]') != null,
    searches: searchField() !== null,
    tabs: document.querySelector('main [role=tablist]') !== null,
  }
}

/** Which keys do something on this screen. */
export function ShortcutSheet(): ReactElement {
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
