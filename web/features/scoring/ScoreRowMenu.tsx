import { Ellipsis, SlidersHorizontal, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import type { ScoreRow } from '#contract/scoring/scoring.ts'
import { useRefusal } from '#web/api/session.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { useOverrideDialog } from './use-override-dialog.ts'

/** Rare actions of a row; opening it is the usual one. */
export function ScoreRowMenu({ broker: { id, name } }: Pick<ScoreRow, 'broker'>): ReactElement {
  const refusal = useRefusal('scoring.override')
  const { open } = useOverrideDialog()
  const navigate = useNavigate()
  return (
    <Menu trigger={<IconButton label={`More for ${name}`} icon={Ellipsis} />}>
      <MenuItem icon={SlidersHorizontal} disabledReason={refusal} onSelect={() => open(id)}>
        Override tier
      </MenuItem>
      <MenuItem icon={UserRound} onSelect={() => void navigate(pathTo.broker(id))}>
        Open broker
      </MenuItem>
    </Menu>
  )
}
