import { type ReactElement, useState } from 'react'
import {
  type DocumentEntry,
  documentCategories,
  documentCategoryLabels,
} from '#contract/documents/documents.ts'
import { useDocuments } from '#web/api/portal-data.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { usePortalPlace } from '../portal-tabs.ts'
import { CategoryDocuments } from './CategoryDocuments.tsx'
import { nextUpload } from './standing.ts'
import { UploadPanel } from './UploadPanel.tsx'

/** The upload panel, then uploaded and missing documents by category. */
export function DocumentsTab(): ReactElement {
  const documents = useDocuments()
  const entries = documents.data
  if (!entries) {
    if (documents.isError) {
      return (
        <ErrorState
          title="Your documents could not be loaded."
          error={documents.error}
          onRetry={() => void documents.refetch()}
        />
      )
    }
    return (
      <Loading text="Loading documents...">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="mt-6 h-40 w-full" />
      </Loading>
    )
  }
  return <Documents entries={entries} />
}

function Documents({ entries }: { entries: readonly DocumentEntry[] }): ReactElement {
  const { section, change } = usePortalPlace()
  // stays the same after the upload that it led to
  const [first] = useState(
    () => nextUpload(entries, Date.now())?.entry.documentType.category ?? documentCategories[0],
  )
  const category = documentCategories.find((known) => known === section) ?? first
  return (
    <div className="flex flex-col gap-6">
      <UploadPanel entries={entries} />
      <section aria-label="Your documents">
        <h2 className="mb-2 text-xl font-semibold tracking-tight">Your documents</h2>
        <Tabs
          label="Categories"
          value={category}
          onChange={(next) => change({ section: next })}
          tabs={documentCategories.map((value) => ({
            value,
            label: documentCategoryLabels[value],
            content: (
              <CategoryDocuments
                category={value}
                entries={entries.filter(({ documentType }) => documentType.category === value)}
              />
            ),
          }))}
        />
      </section>
    </div>
  )
}
