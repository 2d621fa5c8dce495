import { Columns3 } from 'lucide-react'
import type { ReactElement } from 'react'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuRule } from './Menu.tsx'
import type { TableRows } from './use-table-rows.ts'

interface ColumnMenuProps {
  columns: readonly { id: string; header: string; always?: boolean }[]
  choice: TableRows<never>['choice']
}

/** Chooses which columns show; a phone's cards always show all. */
export function ColumnMenu({ columns, choice }: ColumnMenuProps): ReactElement | null {
  const isPhone = useMediaQuery(PHONE)
  const choosable = columns.filter((column) => !column.always && column.id !== 'actions')
  if (isPhone || choosable.length === 0) return null
  return (
    <Menu trigger={<IconButton label="Choose columns" icon={Columns3} />}>
      <MenuLabel>Columns</MenuLabel>
      {choosable.map((column) => (
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
