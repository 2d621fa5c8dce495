import { Ellipsis, FileSearch, History, RefreshCw } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  checkBroker,
  checkTypeLabels,
  checkTypes,
  type FlaggedBroker,
} from '#contract/surveillance/surveillance.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { useComplianceDialog } from './use-compliance-dialog.ts'

/** Review, and a menu with the evidence. */
export function FlaggedActions({ broker: { id, name } }: { broker: FlaggedBroker }): ReactElement {
  const { open } = useComplianceDialog()
  const refusal = useRefusal('surveillance.check')
  const check = useWrite(checkBroker, {
    onSuccess: ({ checkType, result, riskScore }) =>
      toastSuccess(
        result === 'flagged'
          ? `${name} stays flagged, risk ${riskScore}`
          : `${checkTypeLabels[checkType]}: nothing counts against ${name}`,
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to perform broker check')),
  })
  return (
    <span className="flex items-center gap-1">
      <Button size="sm" onClick={() => open(id, 'review')}>
        Review<span className="sr-only"> {name}</span>
      </Button>
      <Menu trigger={<IconButton label={`More for ${name}`} icon={Ellipsis} />}>
        <MenuItem icon={FileSearch} onSelect={() => open(id, 'sources')}>
          External sources
        </MenuItem>
        <MenuItem icon={History} onSelect={() => open(id, 'history')}>
          Compliance history
        </MenuItem>
        {checkTypes.map((checkType) => (
          <MenuItem
            key={checkType}
            icon={RefreshCw}
            disabledReason={refusal}
            onSelect={() => check.mutate({ params: { id }, body: { checkType } })}
          >
            Check {checkTypeLabels[checkType]} now
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}
