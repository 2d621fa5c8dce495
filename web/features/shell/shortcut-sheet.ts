export interface ShortcutGroup {
  heading: string
  keys: readonly { keys: readonly string[]; does: string }[]
}

/** The parts of the screen that have their own keys. */
export interface KeyedParts {
  /** Plural of the first list's rows, capitalised as in its label: 'Broker Directory'. */
  list: string | null
  selects: boolean
  searches: boolean
  tabs: boolean
}

/** The keys that do something on this screen. @param modified 'Ctrl K' as the platform writes it */
export function shortcutsFor(parts: KeyedParts, modified: (key: string) => string): ShortcutGroup[] {
  const groups: ShortcutGroup[] = [
    {
      heading: 'Everywhere',
      keys: [
        { keys: [modified('K')], does: 'Search, actions and screens' },
        { keys: ['?'], does: 'These shortcuts' },
        { keys: ['F8'], does: 'To the notification' },
        { keys: ['Esc'], does: 'Close what is open' },
        { keys: [modified('Enter')], does: 'Submit the form' },
      ],
    },
  ]
  if (parts.searches) groups[0] = withKey(groups[0], { keys: ['/'], does: 'Search the list' })
  if (parts.list !== null) {
    groups.push({
      heading: parts.list,
      keys: [
        { keys: ['j', '↓'], does: 'Next row' },
        { keys: ['k', '↑'], does: 'Previous row' },
        { keys: ['Enter'], does: 'Open the row' },
        ...(parts.selects ? [{ keys: ['x'], does: 'Select the row' }] : []),
        { keys: ['Page ↓', 'Page ↑'], does: 'Ten rows down or up' },
        { keys: ['Home', 'End'], does: 'First or last row' },
      ],
    })
    groups.push({
      heading: 'In the panel of a row',
      keys: [
        { keys: ['j', '→'], does: 'Next record' },
        { keys: ['k', '←'], does: 'Previous record' },
      ],
    })
  }
  if (parts.tabs) groups.push({ heading: 'Tabs', keys: [{ keys: ['←', '→'], does: 'Other tab' }] })
  return groups
}

const withKey = (group: ShortcutGroup | undefined, key: ShortcutGroup['keys'][number]): ShortcutGroup => ({
  heading: group?.heading ?? '',
  keys: [...(group?.keys ?? []), key],
})
