import type { ReactElement } from 'react'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ImportSteps } from './ImportSteps.tsx'
import { ImportView } from './ImportView.tsx'
import { PastImports } from './PastImports.tsx'
import { UploadStep } from './UploadStep.tsx'

const none = { import: '' }

/** Upload, map, check, import. Each import has its own URL, so that users can leave and return. */
export function ImportPage(): ReactElement {
  const [{ import: chosen }, set] = useUrlState(none)
  const open = (id: number): void => set({ import: String(id) }, { push: true })
  return (
    <>
      <PageHeader
        title="Import brokers"
        subtitle="From a CSV or Excel file: nothing is stored before you have seen what will happen."
        crumbs={[{ label: 'Brokers', to: '/brokers' }]}
      />
      {chosen === '' ? (
        <div className="flex flex-col gap-4">
          <div>
            <ImportSteps status={null} />
            <UploadStep onUploaded={open} />
          </div>
          <PastImports onOpen={open} />
        </div>
      ) : (
        <ImportView key={chosen} chosen={chosen} onAnother={() => set(none, { push: true })} />
      )}
    </>
  )
}
