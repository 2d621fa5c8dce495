import { type ReactElement, useState } from 'react'
import { washNumbers } from '#contract/brokers/suppressions.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { FileField, TABLE_FILES } from '#web/features/imports/FileField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { WashResult } from './WashResult.tsx'

/** Uploads a wash from the Do Not Call Register and shows the result. */
export function WashDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const wash = useWrite(washNumbers, {
    refresh: ['brokers', 'campaigns'],
    onError: (error) => setProblem(messageOf(error, 'The file could not be uploaded. Try again.')),
  })
  const choose = (next: File | null): void => {
    setFile(next)
    setProblem(null)
  }
  const submit = (): void => {
    setProblem(file ? null : 'Choose the file of the wash first.')
    if (!file) return
    const body = new FormData()
    body.append('file', file)
    wash.mutate({ body })
  }
  const again = (): void => {
    wash.reset()
    choose(null)
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Upload DNCR wash"
      description="The Do Not Call Register’s results for your numbers. They are valid for 30 days."
      dirty={file !== null}
      write={wash}
      submit="Upload"
      pendingText="Uploading..."
      onSubmit={submit}
      result={
        wash.data && {
          body: <WashResult result={wash.data} />,
          footer: (
            <>
              <Button onClick={again}>Upload another</Button>
              <Button variant="primary" onClick={onClose}>
                Done
              </Button>
            </>
          ),
        }
      }
    >
      <FileField
        label="CSV or Excel file"
        accept={TABLE_FILES}
        file={file}
        onFile={choose}
        error={problem}
        disabled={wash.isPending}
        help="With the columns phone, listed (yes or no) and washed_on (a day)."
      />
    </FormDialog>
  )
}
