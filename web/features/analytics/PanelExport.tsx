import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { type CsvValue, downloadCsv } from '#web/lib/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { fileNameOf, type Scope } from './analytics-filters.ts'

interface PanelExportProps {
  /** Content of the file, used as its name: 'calls-by-day'. */
  name: string
  scope: Scope
  /** Name of the panel, for screen readers. */
  of: string
  /** Header and rows. */
  rows: readonly (readonly CsvValue[])[]
}

/** Exports the rows of a panel. */
export function PanelExport({ name, scope, of, rows }: PanelExportProps): ReactElement {
  return (
    <span className="print:hidden">
      <Button size="sm" icon={Download} onClick={() => downloadCsv(fileNameOf(name, scope), rows)}>
        {/* on a phone the title of the panel needs the space */}
        <span>
          <span className="max-md:sr-only">Export </span>CSV<span className="sr-only">: {of}</span>
        </span>
      </Button>
    </span>
  )
}
