import { Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  type DocumentCategory,
  type DocumentEntry,
  documentCategoryLabels,
} from '#contract/documents/documents.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePortalPlace } from '../portal-tabs.ts'
import { DocumentCard } from './DocumentCard.tsx'
import { RequirementBadge } from './RequirementBadge.tsx'
import { byNeed } from './standing.ts'

interface CategoryDocumentsProps {
  category: DocumentCategory
  /** Of this category. */
  entries: readonly DocumentEntry[]
}

/** Uploaded and missing documents of a category. */
export function CategoryDocuments({ category, entries }: CategoryDocumentsProps): ReactElement {
  const uploaded = byNeed(entries, Date.now())
  const missing = entries.filter(({ document }) => document === null)
  const label = documentCategoryLabels[category].toLowerCase()
  return (
    <div className="flex flex-col gap-6">
      {uploaded.length > 0 ? (
        <ul aria-label={`Uploaded ${label} documents`} className="grid grid-cols-1 gap-3 lg:grid-cols-2">
          {uploaded.map((entry) => (
            <DocumentCard key={entry.documentType.id} entry={entry} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">No {label} documents uploaded yet.</p>
      )}
      <MissingList
        title="Required Documents"
        entries={missing.filter(({ documentType }) => documentType.required)}
      />
      <MissingList
        title="Optional Documents"
        entries={missing.filter(({ documentType }) => !documentType.required)}
      />
    </div>
  )
}

interface MissingListProps {
  title: string
  entries: readonly DocumentEntry[]
}

function MissingList({ title, entries }: MissingListProps): ReactElement | null {
  const { openUpload } = usePortalPlace()
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {entries.map(({ documentType, askedNote }) => (
          <li
            key={documentType.id}
            className="flex flex-col items-start gap-x-6 gap-y-3 p-4 sm:flex-row sm:items-center sm:justify-between"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {documentType.name}
                <RequirementBadge type={documentType} />
              </p>
              <p className="text-ink-soft">{documentType.description}</p>
              <p className="text-xs text-ink-soft">No document uploaded yet</p>
              {askedNote && <p className="mt-1 text-blue-ink">We requested this: {askedNote}</p>}
            </div>
            <Button size="lg" icon={Upload} onClick={() => openUpload(documentType)}>
              Upload<span className="sr-only"> {documentType.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
