import type { ReactElement } from 'react'
import type { ScoreRow } from '#contract/scoring/scoring.ts'
import { useRefusal } from '#web/api/session.ts'
import { Button, type ButtonSize } from '#web/ui/Button.tsx'
import { useOverrideDialog } from './use-override-dialog.ts'

interface OverrideButtonProps {
  row: Pick<ScoreRow, 'broker'>
  size?: ButtonSize
}

export function OverrideButton({ row: { broker }, size = 'sm' }: OverrideButtonProps): ReactElement {
  const refusal = useRefusal('scoring.override')
  const { open } = useOverrideDialog()
  return (
    <Button size={size} disabledReason={refusal} onClick={() => open(broker.id)}>
      Override<span className="sr-only"> the tier of {broker.name}</span>
    </Button>
  )
}
