import { Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DocumentEntry } from '#contract/documents.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DocumentBadge } from '../documents/DocumentBadge.tsx'
import { uploadLabel } from '../documents/standing.ts'
import { usePortalPlace } from '../portal-tabs.ts'

/** Every required type with its status; open ones first. */
export function NextSteps({ entries }: { entries: readonly DocumentEntry[] }): ReactElement {
  const { openUpload } = usePortalPlace()
  return (
    <Panel title="Next Steps" flush>
      <ul className="divide-y divide-line">
        {entries
          .filter(({ documentType }) => documentType.required)
          .toSorted((a, b) => Number(a.fulfilled) - Number(b.fulfilled))
          .map(({ documentType, document, fulfilled }) => (
            <li
              key={documentType.id}
              className="flex flex-col items-start gap-x-4 gap-y-2 p-4 sm:flex-row sm:items-center sm:justify-between"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  {documentType.name}
                  <DocumentBadge document={document} />
                </p>
                <p className="text-ink-soft">{documentType.description}</p>
              </div>
              <Button
                size="lg"
                icon={Upload}
                variant={fulfilled ? 'ghost' : 'secondary'}
                onClick={() => openUpload(documentType)}
                className={fulfilled ? 'max-sm:-ml-4' : undefined}
              >
                {uploadLabel(document)}
                <span className="sr-only"> {documentType.name}</span>
              </Button>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
