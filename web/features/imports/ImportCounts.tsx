import type { ReactElement } from 'react'
import type { BrokerImport } from '#contract/brokers/imports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'

interface ImportCountsProps {
  /** Label of accepted rows that exist already. */
  existingNote?: string
  counts: BrokerImport['counts']
  /** New counts are loading. */
  isStale?: boolean
}

export function ImportCounts({
  counts,
  isStale = false,
  existingNote = 'Accepted, already in the directory',
}: ImportCountsProps): ReactElement {
  return (
    <div className={cx(isStale && 'opacity-60 transition-opacity')}>
      <StatRow label="Rows of the file">
        <StatCard label="Rows" value={formatNumber(counts.rows)} note="Without the header" />
        <StatCard label="Accepted" value={formatNumber(counts.accepted)} note="Can be imported" />
        <StatCard
          label="Rejected"
          value={formatNumber(counts.rejected)}
          note="Listed below with the reason"
        />
        <StatCard label="Existing" value={formatNumber(counts.existing)} note={existingNote} />
      </StatRow>
    </div>
  )
}
