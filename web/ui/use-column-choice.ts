import { useMemo, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#web/lib/storage.ts'

interface Choosable {
  id: string
  hidden?: boolean
  always?: boolean
}

interface ColumnChoice {
  visibility: Record<string, boolean>
  setVisible: (id: string, visible: boolean) => void
  reset: () => void
  isChanged: boolean
}

export type ChosenColumns = Readonly<Record<string, boolean>>

const keyOf = (table: string): string => `brokerline.columns.${table}`
const known = new Map<string, ChosenColumns>()
const listeners = new Set<() => void>()

/** The columns of a table that were shown or hidden by choice; the same object until that changes. */
export function chosenColumns(table: string): ChosenColumns {
  let chosen = known.get(table)
  if (!chosen) {
    chosen = parseChoice(readStored(keyOf(table)))
    known.set(table, chosen)
  }
  return chosen
}

/** Shows and hides columns of a table, on every screen that shows it, and stores that in this browser. */
export function chooseColumns(table: string, chosen: ChosenColumns): void {
  known.set(table, chosen)
  writeStored(keyOf(table), Object.keys(chosen).length > 0 ? JSON.stringify(chosen) : null)
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The columns chosen for a table, stored in this browser. */
export function useChosenColumns(table: string): ChosenColumns {
  return useSyncExternalStore(subscribe, () => chosenColumns(table))
}

/** The user's column choice for a table, stored in this browser. */
export function useColumnChoice(table: string, columns: readonly Choosable[]): ColumnChoice {
  const chosen = useChosenColumns(table)
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column) => [column.id, column.always || (chosen[column.id] ?? !column.hidden)]),
      ),
    [columns, chosen],
  )
  return {
    visibility,
    setVisible: (id, visible) => chooseColumns(table, { ...chosen, [id]: visible }),
    reset: () => chooseColumns(table, {}),
    isChanged: Object.keys(chosen).length > 0,
  }
}

/** Parses the stored choice; anything but a map of column names to booleans counts as none. */
export function parseChoice(text: string | null): Record<string, boolean> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(Object.entries(value).filter(([, shown]) => typeof shown === 'boolean'))
  } catch {
    return {}
  }
}
