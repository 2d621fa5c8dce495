import { Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import type { DocumentEntry } from '#contract/documents.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DocumentBadge } from '../documents/DocumentBadge.tsx'
import { uploadLabel } from '../documents/standing.ts'
import { usePortalPlace } from '../portal-tabs.ts'

/** Every required type with where it stands. */
export function NextSteps({ entries }: { entries: readonly DocumentEntry[] }): ReactElement {
  const { openUpload } = usePortalPlace()
  return (
    <Panel title="Next Steps" flush>
      <ul className="divide-y divide-line">
        {entries
          .filter(({ documentType }) => documentType.required)
          .map(({ documentType, document }) => (
            <li key={documentType.id} className="flex flex-col items-start gap-2 p-4">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  {documentType.name}
                  <DocumentBadge document={document} />
                </p>
                <p className="text-ink-soft">{documentType.description}</p>
              </div>
              <Button icon={Upload} onClick={() => openUpload(documentType)} className="h-10">
                {uploadLabel(document)}
                <span className="sr-only"> {documentType.name}</span>
              </Button>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
