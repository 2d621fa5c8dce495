import type { ReactElement } from 'react'
import { REGISTER_LICENCE_URL, REGISTER_SOURCE } from '#contract/surveillance/registers.ts'
import { brokerCompliance, sourceRisk } from '#contract/surveillance/surveillance.ts'
import { useRecord } from '#web/api/use-read.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { BrokerRecord } from './BrokerRecord.tsx'
import { FindingFacts } from './FindingFacts.tsx'
import { useComparison } from './use-comparison.ts'
import { useChecks } from './use-newest-check.ts'

interface SourcesDialogProps {
  brokerId: number
  onClose: () => void
}

/** The current data of the sources, next to our record. */
export function SourcesDialog({ brokerId, onClose }: SourcesDialogProps): ReactElement {
  const { data } = useRecord(brokerCompliance, brokerId)
  const { checks, newest } = useChecks(brokerId)
  const { record, ours, theirs } = useComparison(brokerId, newest)
  const found = newest.flatMap(({ findings }) => findings)
  const addresses = [...new Set(newest.flatMap(({ sourceUrls }) => sourceUrls))]
  return (
    <Dialog open onClose={onClose} width="lg" title="External sources" description={data?.name}>
      <div className="flex flex-col gap-3">
        {record && <BrokerRecord record={record} theirs={theirs} />}
        {checks && found.length === 0 && <p className="text-ink-soft">No source mentions this broker.</p>}
        {found.map((finding) => (
          <FindingFacts key={finding.subject} finding={finding} label={sourceRisk} ours={ours} />
        ))}
        {addresses.length > 0 && (
          <section aria-labelledby="source-addresses">
            <h3 id="source-addresses" className="mb-1 font-medium">
              Source addresses
            </h3>
            <ul className="flex flex-col gap-1 text-xs">
              {addresses.map((address) => (
                <li key={address}>
                  <Outward to={address}>{address}</Outward>
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className="text-xs text-ink-soft">
          {`${REGISTER_SOURCE}. `}
          <Outward to={REGISTER_LICENCE_URL}>Licence</Outward>
        </p>
      </div>
    </Dialog>
  )
}

function Outward({ to, children }: { to: string; children: string }): ReactElement {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className="link underline break-all">
      {children}
    </a>
  )
}
