import type { ReactElement } from 'react'
import type { ScoreRow } from '#contract/scoring.ts'
import { useRefusal } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { useOverrideDialog } from './use-override-dialog.ts'

export function OverrideButton({ row: { broker } }: { row: ScoreRow }): ReactElement {
  const refusal = useRefusal('scoring.override')
  const { open } = useOverrideDialog()
  return (
    <Button size="sm" disabledReason={refusal} onClick={() => open(broker.id)}>
      Override<span className="sr-only"> the tier of {broker.name}</span>
    </Button>
  )
}
