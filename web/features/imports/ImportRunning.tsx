import type { ReactElement } from 'react'
import type { BrokerImport } from '#contract/brokers/imports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { Progress } from '#web/ui/Progress.tsx'

/** Progress of an import or undo running in the background. */
export function ImportRunning({ data }: { data: BrokerImport }): ReactElement {
  const isUndo = data.status === 'undoing'
  const { done, total } = data.progress
  return (
    <Panel title={isUndo ? 'Undoing the import' : 'Importing'}>
      <p className="mb-4 break-words font-medium">{data.filename}</p>
      <Progress
        label={isUndo ? 'Undoing' : 'Importing brokers'}
        value={done}
        max={total}
        text={`${formatNumber(done)} of ${formatNumber(total)} ${isUndo ? 'brokers' : 'rows'}`}
      />
      <p className="mt-4 text-ink-soft">
        This continues in the background. You can leave this page and find it under Past imports.
      </p>
    </Panel>
  )
}
