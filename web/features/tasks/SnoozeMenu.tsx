import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLabel } from '#web/ui/Menu.tsx'
import { snoozeChoices } from './snooze.ts'

interface SnoozeMenuProps {
  trigger: ReactElement
  onChoose: (until: string) => void
}

/** For how long to snooze. */
export function SnoozeMenu({ trigger, onChoose }: SnoozeMenuProps): ReactElement {
  return (
    <Menu trigger={trigger}>
      <MenuLabel>Snooze for</MenuLabel>
      {snoozeChoices.map(({ label, until }) => (
        <MenuItem key={label} onSelect={() => onChoose(until(Date.now()))}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
