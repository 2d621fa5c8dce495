import { type ReactElement, useState } from 'react'
import { importRegister, registerTerms } from '#contract/surveillance/registers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { FileField, TABLE_FILES } from '#web/features/imports/FileField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import type { RegisterState } from './register-state.ts'

interface UploadRegisterDialogProps {
  state: RegisterState
  onClose: () => void
}

/** Uploads a file of ASIC as it was downloaded; a suspicious file is refused, and the last snapshot stays. */
export function UploadRegisterDialog({ state, onClose }: UploadRegisterDialogProps): ReactElement {
  const [file, setFile] = useState<File | null>(null)
  const [day, setDay] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useWrite(importRegister, {
    refresh: ['surveillance'],
    onSuccess: ({ rows, added, changed, removed, quarantined }) => {
      toastSuccess(
        `${formatNumber(rows)} rows: ${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed${quarantined > 0 ? `, ${formatNumber(quarantined)} unreadable` : ''}. All brokers are being checked.`,
      )
      onClose()
    },
    onError: (error) => setProblem(messageOf(error, 'The file could not be uploaded. Try again.')),
  })
  const { dataset } = registerTerms[state.register]
  const submit = (): void => {
    setProblem(file ? null : 'Choose the file first.')
    if (!file) return
    const body = new FormData()
    // before the file, which is read as it arrives
    if (day) body.append('snapshotDate', day)
    body.append('file', file)
    upload.mutate({ params: { register: state.register }, body })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Upload ${state.label}`}
      description={`The file as ASIC publishes it at data.gov.au, dataset ${dataset}. Rows that cannot be read are listed; a file with more than 2 per cent of them is refused.`}
      dirty={file !== null || day !== ''}
      write={upload}
      submit="Upload"
      pendingText="Importing..."
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FileField
        label="File"
        accept={TABLE_FILES}
        file={file}
        onFile={(next) => {
          setFile(next)
          setProblem(null)
        }}
        error={problem}
        disabled={upload.isPending}
        help="CSV or Excel (.xlsx), up to 100 MB."
      />
      <TextField
        label="Published on"
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
        help="Defaults to today."
      />
    </FormDialog>
  )
}
