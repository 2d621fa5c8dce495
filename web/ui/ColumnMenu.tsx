import { Columns3 } from 'lucide-react'
import type { ReactElement } from 'react'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuRule } from './Menu.tsx'
import { choosable } from './table-columns.ts'
import type { TableRows } from './use-table-rows.ts'

interface ColumnMenuProps {
  columns: readonly { id: string; header: string; always?: boolean }[]
  choice: TableRows<never>['choice']
}

/** Chooses the visible columns; not on a phone, whose rows have only two lines. */
export function ColumnMenu({ columns, choice }: ColumnMenuProps): ReactElement | null {
  const isPhone = useMediaQuery(PHONE)
  const offered = choosable(columns)
  if (isPhone || offered.length === 0) return null
  return (
    <Menu trigger={<IconButton label="Choose columns" icon={Columns3} />}>
      <MenuLabel>Columns</MenuLabel>
      {offered.map((column) => (
        <MenuCheck
          key={column.id}
          checked={choice.visibility[column.id] ?? true}
          onChange={(visible) => choice.setVisible(column.id, visible)}
        >
          {column.header}
        </MenuCheck>
      ))}
      {choice.isChanged && (
        <>
          <MenuRule />
          <MenuItem onSelect={choice.reset}>Reset columns</MenuItem>
        </>
      )}
    </Menu>
  )
}
