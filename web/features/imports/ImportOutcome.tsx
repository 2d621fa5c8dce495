import { Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { type BrokerImport, commitImport, importTransitions, undoImport } from '#contract/brokers/imports.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { countOf } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { toastError } from '#web/ui/toast.ts'
import { ImportCounts } from './ImportCounts.tsx'
import { importStatusLooks, resultText } from './import-rules.ts'
import { ProblemsPanel } from './ProblemsPanel.tsx'

interface ImportOutcomeProps {
  data: BrokerImport
  onAnother: () => void
}

/** The result of an import, with undo and resume. */
export function ImportOutcome({ data, onAnother }: ImportOutcomeProps): ReactElement {
  const refusal = useRefusal('brokers.import')
  const undo = useWrite(undoImport, {
    onError: (error) => toastError(messageOf(error, 'Failed to undo the import')),
  })
  const again = useWrite(commitImport, {
    onError: (error) => toastError(messageOf(error, 'Failed to start the import')),
  })
  const next = importTransitions[data.status]
  const { label, tone } = importStatusLooks[data.status]
  return (
    <>
      <Panel title="Result" actions={<StatusDot tone={tone} label={label} />}>
        <p className="break-words font-medium">{data.filename}</p>
        <p className="mt-1 text-ink-soft" role="status">
          {outcomeText(data)}
        </p>
        <div className="mt-4">
          <ImportCounts counts={data.counts} />
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          {data.status === 'imported' && (
            <ButtonLink to="/brokers" variant="primary">
              View brokers
            </ButtonLink>
          )}
          {next.includes('importing') && (
            <Button
              variant="primary"
              disabledReason={refusal}
              pending={again.isPending}
              pendingText="Starting..."
              onClick={() => again.mutate({ params: { id: data.id } })}
            >
              Resume import
            </Button>
          )}
          {next.includes('undoing') && (
            <Button
              icon={Undo2}
              disabledReason={refusal}
              pending={undo.isPending}
              pendingText="Starting..."
              onClick={() => undo.mutate({ params: { id: data.id } })}
            >
              Undo import
            </Button>
          )}
          <Button onClick={onAnother}>Import another file</Button>
        </div>
      </Panel>
      <KeptPanel kept={data.keptAfterUndo} />
      <ProblemsPanel data={data} />
    </>
  )
}

function outcomeText(data: BrokerImport): string {
  if (data.status === 'failed')
    return data.error ?? 'The import stopped partway. Resume it, or undo what was imported.'
  if (data.status === 'undone') {
    const kept = data.keptAfterUndo.length
    return kept === 0
      ? 'The import was undone: every broker is as it was before.'
      : `The import was undone, except for ${countOf(kept, 'broker')} left alone (listed below).`
  }
  return data.result ? resultText(data.result, data.counts.rejected) : 'Imported.'
}

function KeptPanel({ kept }: { kept: BrokerImport['keptAfterUndo'] }): ReactElement | null {
  if (kept.length === 0) return null
  return (
    <Panel title={`Left alone: ${countOf(kept.length, 'broker')}`} flush>
      <ul>
        {kept.map((each) => (
          <li
            key={each.brokerId}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <Link to={pathTo.broker(each.brokerId)} className="link font-medium">
              {each.name}
            </Link>
            <span className="text-ink-soft">{each.reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
