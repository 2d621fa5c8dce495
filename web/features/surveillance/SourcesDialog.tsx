import type { ReactElement } from 'react'
import { REGISTER_LICENCE_URL, REGISTER_SOURCE } from '#contract/registers.ts'
import { brokerCompliance, sourceRisk } from '#contract/surveillance.ts'
import { useRecord } from '#web/api/use-read.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { BrokerRecord } from './BrokerRecord.tsx'
import { FindingFacts } from './FindingFacts.tsx'
import { useChecks } from './use-newest-check.ts'

interface SourcesDialogProps {
  brokerId: number
  onClose: () => void
}

/** What the sources say now, beside our record. */
export function SourcesDialog({ brokerId, onClose }: SourcesDialogProps): ReactElement {
  const { data } = useRecord(brokerCompliance, brokerId)
  const { checks, newest } = useChecks(brokerId)
  const found = newest.flatMap(({ findings }) => findings)
  return (
    <Dialog open onClose={onClose} width="lg" title="External sources" description={data?.name}>
      <div className="flex flex-col gap-3">
        <BrokerRecord brokerId={brokerId} />
        {checks && found.length === 0 && (
          <p className="text-ink-soft">No source says anything about this broker.</p>
        )}
        {found.map((finding) => (
          <FindingFacts key={finding.subject} finding={finding} label={sourceRisk} />
        ))}
        <p className="text-xs text-ink-soft">
          {`${REGISTER_SOURCE}. `}
          <a href={REGISTER_LICENCE_URL} target="_blank" rel="noopener noreferrer" className="text-link">
            Licence
          </a>
        </p>
      </div>
    </Dialog>
  )
}
