import { type ReactElement, useState } from 'react'
import {
  type BrokerImport,
  commitImport,
  discardImport,
  type ImportMapping,
  type OnExisting,
  remapImport,
} from '#contract/brokers/imports.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { ImportCounts } from './ImportCounts.tsx'
import { importBar, importForecast } from './import-rules.ts'
import { MappingFields } from './MappingFields.tsx'
import { NumberSourceField } from './NumberSourceField.tsx'
import { OnExistingField } from './OnExistingField.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'
import { ReadyRows } from './ReadyRows.tsx'

interface PreviewStepProps {
  data: BrokerImport
  onDiscard: () => void
}

interface Choice {
  mapping?: ImportMapping
  onExisting?: OnExisting
  numberSource?: string
}

/** Preview of the file and of the import's effect; the server re-checks every change. */
export function PreviewStep({ data, onDiscard }: PreviewStepProps): ReactElement {
  const refusal = useRefusal('brokers.import')
  // shows the new choice while the server checks it, and the stored one after an error
  const [chosen, setChosen] = useState<Choice | null>(null)
  const remap = useWrite(remapImport, {
    onError: (error) => {
      setChosen(null)
      if (error instanceof ApiError && error.fields.numberSource) return
      toastError(messageOf(error, 'The rows could not be checked again. Try again.'))
    },
  })
  const commit = useWrite(commitImport, {
    onError: (error) => toastError(messageOf(error, 'Failed to start the import')),
  })
  const discard = useWrite(discardImport, {
    onSuccess: () => {
      toastSuccess('Upload discarded. Nothing was imported.')
      onDiscard()
    },
    onError: (error) => toastError(messageOf(error, 'Failed to discard the upload')),
  })
  const mapping = chosen?.mapping ?? data.mapping
  const onExisting = chosen?.onExisting ?? data.onExisting
  const change = (body: Choice): void => {
    setChosen(body)
    remap.mutate({ params: { id: data.id }, body }, { onSuccess: () => setChosen(null) })
  }
  const start = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Import ${data.filename}?`,
      body: (
        <>
          <p>{importForecast(data)}</p>
          <p className="mt-2">
            New brokers are recorded with the call basis "Existing relationship": import them only if you have
            one. An import can be undone.
          </p>
        </>
      ),
      action: 'Import brokers',
    })
    if (isSure) commit.mutate({ params: { id: data.id } })
  }
  return (
    <>
      <Panel title="Check before importing">
        <p className="mb-4 break-words font-medium">{data.filename}</p>
        <ImportCounts counts={data.counts} isStale={remap.isPending} />
        {data.notes.map((note) => (
          <p key={note} className="mt-3">
            {note}
          </p>
        ))}
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
          <p role="status" className="mr-auto min-w-0 text-ink-soft max-md:w-full">
            {remap.isPending ? 'Checking the rows...' : (importBar(data) ?? importForecast(data))}
          </p>
          <Button
            disabledReason={refusal}
            pending={discard.isPending}
            onClick={() => discard.mutate({ params: { id: data.id } })}
          >
            Discard
          </Button>
          <Button
            variant="primary"
            disabledReason={refusal ?? importBar(data)}
            disabled={remap.isPending}
            pending={commit.isPending}
            pendingText="Starting..."
            onClick={() => void start()}
          >
            Import
          </Button>
        </div>
      </Panel>
      <ReadyRows data={data} />
      <Panel title="Columns">
        <MappingFields
          data={data}
          mapping={mapping}
          disabled={Boolean(refusal) || remap.isPending}
          onChange={(next) => change({ mapping: next })}
        />
      </Panel>
      <Panel title="Numbers">
        <SourceField
          key={data.id}
          stored={data.numberSource ?? ''}
          disabled={Boolean(refusal)}
          error={remap.error instanceof ApiError ? remap.error.fields.numberSource : null}
          onChange={(numberSource) => change({ numberSource })}
        />
      </Panel>
      <Panel title="Existing brokers">
        <OnExistingField
          value={onExisting}
          disabled={Boolean(refusal) || remap.isPending}
          onChange={(next) => change({ onExisting: next })}
        />
      </Panel>
      <ProblemsPanel data={data} />
    </>
  )
}

interface SourceFieldProps {
  stored: string
  disabled: boolean
  error: string | null | undefined
  onChange: (value: string) => void
}

/** Saved when the field is left. */
function SourceField({ stored, disabled, error, onChange }: SourceFieldProps): ReactElement {
  const [value, setValue] = useState(stored)
  const save = (): void => {
    if (value.trim() !== stored) onChange(value)
  }
  return (
    <div className="max-w-xl">
      <NumberSourceField {...{ value, disabled }} error={error ?? null} onChange={setValue} onBlur={save} />
    </div>
  )
}
