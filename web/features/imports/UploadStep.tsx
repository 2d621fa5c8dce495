import { type ReactElement, useState } from 'react'
import { createImport, type OnExisting, onExistingChoices } from '#contract/brokers/imports.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { FileField, TABLE_FILES } from './FileField.tsx'
import { fileProblem } from './import-rules.ts'
import { NumberSourceField } from './NumberSourceField.tsx'
import { OnExistingField } from './OnExistingField.tsx'

/** Chooses a file; keeps the choices after an error. */
export function UploadStep({ onUploaded }: { onUploaded: (id: number) => void }): ReactElement {
  const [file, setFile] = useState<File | null>(null)
  const [onExisting, setOnExisting] = useState<OnExisting>(onExistingChoices[0])
  const [source, setSource] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const refusal = useRefusal('brokers.import')
  const upload = useWrite(createImport, {
    onSuccess: ({ id }) => onUploaded(id),
    onError: (error) => {
      // shown at its own field
      if (error instanceof ApiError && error.fields.numberSource) return
      setProblem(messageOf(error, 'The file could not be uploaded. Try again.'))
    },
  })
  useLeaveGuard(upload.isPending)
  const choose = (next: File | null): void => {
    setFile(next)
    setProblem(next && fileProblem(next))
  }
  const submit = (): void => {
    const refused = file ? fileProblem(file) : 'Choose a CSV or Excel file first.'
    setProblem(refused)
    if (!file || refused) return
    const body = new FormData()
    // fields go before the file, because the server streams the form
    body.append('onExisting', onExisting)
    body.append('numberSource', source)
    body.append('file', file)
    upload.mutate({ body })
  }
  return (
    <Panel title="Upload a file">
      <Form label="Upload a file" className="flex max-w-3xl flex-col gap-5" onSubmit={submit}>
        <FileField
          label="CSV or Excel file"
          accept={TABLE_FILES}
          file={file}
          onFile={choose}
          error={problem}
          disabled={Boolean(refusal) || upload.isPending}
          help="Up to 50 MB. The first row names the columns; of a workbook the first sheet is read. Only name and phone are needed."
        />
        <NumberSourceField
          value={source}
          onChange={setSource}
          error={upload.error instanceof ApiError ? upload.error.fields.numberSource : null}
          disabled={Boolean(refusal)}
        />
        <OnExistingField value={onExisting} onChange={setOnExisting} disabled={Boolean(refusal)} />
        <FormButtons>
          <Button
            type="submit"
            variant="primary"
            disabledReason={refusal}
            pending={upload.isPending}
            pendingText="Uploading and checking..."
          >
            Upload and check
          </Button>
        </FormButtons>
      </Form>
    </Panel>
  )
}
