import { type ReactElement, useEffect, useRef } from 'react'
import type { DocumentEntry } from '#contract/documents/documents.ts'
import { Panel } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { usePortalPlace } from '../portal-tabs.ts'
import { DropZone } from './DropZone.tsx'
import { useUploader } from './uploader.tsx'

/** Choose a type, then a file: it is sent immediately. */
export function UploadPanel({ entries }: { entries: readonly DocumentEntry[] }): ReactElement {
  const { type: chosenId, change } = usePortalPlace()
  const { state } = useUploader()
  const chosen = entries.find(({ documentType }) => String(documentType.id) === chosenId) ?? null
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // an Upload button below set the type
    if (chosenId) top.current?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  const options = [
    { value: '', label: 'Choose a document type' },
    ...entries.map(({ documentType: { id, name, required } }) => ({
      value: String(id),
      label: required ? `${name} *` : name,
    })),
  ]
  return (
    <div ref={top} className="scroll-mt-4">
      <Panel title="Upload Documents">
        <div className="flex flex-col gap-4">
          <SelectField
            label="Document Type"
            help={chosen?.documentType.description || '* Required for your accreditation'}
            options={options}
            value={chosen ? chosenId : ''}
            disabled={state.phase === 'sending'}
            onChange={(event) => change({ type: event.target.value })}
          />
          {chosen?.askedNote && (
            <p className="rounded-lg bg-blue-soft px-3.5 py-3 text-blue-ink">
              <span className="font-semibold">We requested this: </span>
              {chosen.askedNote}
            </p>
          )}
          <DropZone type={chosen?.documentType ?? null} />
        </div>
      </Panel>
    </div>
  )
}
