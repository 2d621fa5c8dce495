import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { documentStatusLabels, listOwnVersions, type OwnDocument } from '#contract/documents/documents.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { standingOf } from './standing.ts'
import { useDownload } from './use-download.ts'

interface VersionsDialogProps {
  document: OwnDocument
  typeName: string
  onClose: () => void
}

/** Every uploaded version with its review. */
export function VersionsDialog({ document, typeName, onClose }: VersionsDialogProps): ReactElement {
  const versions = useRead(listOwnVersions, { params: { id: document.id } })
  return (
    <Dialog open onClose={onClose} title={typeName} description="Every version is kept, with its review.">
      {versions.data ? (
        <ol className="divide-y divide-line">
          {versions.data.map((version) => (
            <Version key={version.id} version={version} />
          ))}
        </ol>
      ) : versions.isError ? (
        <ErrorState
          title="The versions could not be loaded."
          error={versions.error}
          onRetry={() => void versions.refetch()}
        />
      ) : (
        <Loading text="Loading versions..." />
      )}
    </Dialog>
  )
}

function Version({ version }: { version: AnswerOf<typeof listOwnVersions>[number] }): ReactElement {
  const { pending, save } = useDownload()
  const { tone } = standingOf({ status: version.status, expired: false })
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          Version {version.version}
          <Badge tone={tone}>{documentStatusLabels[version.status] ?? 'Unknown'}</Badge>
        </p>
        <p className="text-xs break-all text-ink-soft">
          {version.originalFilename}, {formatDateTime(version.uploadedAt)}
        </p>
        {version.reason && <p className="mt-1 text-red-ink">{version.reason}</p>}
        {version.expiresOn && (
          <p className="text-xs text-ink-soft">Valid until {formatDate(version.expiresOn)}</p>
        )}
      </div>
      <IconButton
        size="lg"
        icon={Download}
        label={`Download version ${version.version}`}
        pending={pending}
        onClick={() => void save(version)}
      />
    </li>
  )
}
