import { Download, Eye, FileText } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { applicationFileKinds, applicationFileLabels } from '#contract/accreditations/accreditations.ts'
import { type ApplicationDetails, applicationFile } from '#contract/accreditations/applications.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { downloadFile } from '#web/lib/download.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { toastError } from '#web/ui/toast.ts'
import { fileText } from './application-labels.ts'

type File = ApplicationDetails['files'][number]

/** The applicant's uploads; opening one is recorded in the audit log. */
export function ApplicationFiles({ application }: { application: ApplicationDetails }): ReactElement {
  return (
    <PanelSection title="Files">
      <ul className="flex flex-col gap-3">
        {applicationFileKinds.map((kind) => {
          const file = application.files.find((each) => each.kind === kind)
          return (
            <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="flex min-w-0 flex-1 gap-2.5 max-md:basis-full">
                <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" strokeWidth={1.75} />
                <span className="min-w-0">
                  <span className="block font-medium">{applicationFileLabels[kind]}</span>
                  <span className="block text-ink-soft wrap-anywhere">
                    {file ? nameAndSize(file) : 'Not uploaded'}
                  </span>
                </span>
              </span>
              {file && <FileActions applicationId={application.id} file={file} />}
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}

const nameAndSize = (file: File): string =>
  file.filename === null ? fileText(file) : `${file.filename} (${fileText(file)})`

function FileActions({ applicationId, file }: { applicationId: number; file: File }): ReactElement {
  const [isLoading, setLoading] = useState(false)
  const refusal = useRefusal('documents.read')
  const params = { id: applicationId, kind: file.kind }
  const name = applicationFileLabels[file.kind]
  const download = async (): Promise<void> => {
    setLoading(true)
    await downloadFile(urlOf(applicationFile, params, { download: 'true' }), file.filename ?? file.kind)
      .catch((error: unknown) =>
        toastError(messageOf(error, 'Failed to download document'), 'Download Failed'),
      )
      .finally(() => setLoading(false))
  }
  return (
    // on a phone below the name, which needs the width
    <span className="flex gap-2 max-md:pl-6.5">
      {refusal ? (
        <Button size="sm" icon={Eye} aria-label={`Open ${name}`} disabledReason={refusal}>
          Open
        </Button>
      ) : (
        <ButtonLink
          size="sm"
          icon={Eye}
          to={urlOf(applicationFile, params, { download: 'false' })}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${name} (opens in a new tab)`}
        >
          Open
        </ButtonLink>
      )}
      <Button
        size="sm"
        icon={Download}
        aria-label={`Download ${name}`}
        pending={isLoading}
        disabledReason={refusal}
        onClick={() => void download()}
      >
        Download
      </Button>
    </span>
  )
}
