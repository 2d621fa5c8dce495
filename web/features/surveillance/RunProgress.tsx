import type { ReactElement } from 'react'
import type { surveillanceStats } from '#contract/surveillance/surveillance.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Progress } from '#web/ui/Progress.tsx'

type Run = NonNullable<AnswerOf<typeof surveillanceStats>['run']>

const reasons: Record<Run['reason'], string> = {
  manual: 'Checking all brokers',
  weekly: 'Weekly check of all brokers',
  snapshot: 'Checking all brokers against a new register',
}

/** How far the check of all brokers is. */
export function RunProgress({ run: { reason, done, total, flagged } }: { run: Run }): ReactElement {
  const text = `${formatNumber(done)} of ${formatNumber(total)} brokers, ${formatNumber(flagged)} flagged`
  return (
    <Card>
      <Progress label={reasons[reason]} value={done} max={total} text={text} />
    </Card>
  )
}
