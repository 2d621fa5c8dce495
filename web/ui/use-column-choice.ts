import { useCallback, useMemo, useState } from 'react'
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

/** The user's column choice for a table, stored in this browser. */
export function useColumnChoice(table: string, columns: readonly Choosable[]): ColumnChoice {
  const key = `brokerline.columns.${table}`
  const [chosen, setChosen] = useState(() => parseChoice(readStored(key)))
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column) => [column.id, column.always || (chosen[column.id] ?? !column.hidden)]),
      ),
    [columns, chosen],
  )
  const save = useCallback(
    (next: Record<string, boolean>) => {
      setChosen(next)
      writeStored(key, Object.keys(next).length > 0 ? JSON.stringify(next) : null)
    },
    [key],
  )
  return {
    visibility,
    setVisible: (id, visible) => save({ ...chosen, [id]: visible }),
    reset: () => save({}),
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
