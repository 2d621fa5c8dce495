import { Download, Lock } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { type SealState, sealState } from '#contract/surveillance/seals.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { SealExportDialog } from './SealExportDialog.tsx'
import { checkLook, faultText, sealedLook, witnessLook } from './seal-labels.ts'

const TITLE = 'Transparency log'

/** The log of sealed rows: what it holds, who has signed it, and whether the rows still match. */
export function SealsPanel(): ReactElement {
  const refusal = useRefusal('seals.read')
  if (!refusal) return <Seals />
  return (
    <Panel title={TITLE}>
      <EmptyState icon={Lock} title="The transparency log is for compliance">
        {refusal}
      </EmptyState>
    </Panel>
  )
}

function Seals(): ReactElement {
  const { data, error, refetch } = useRead(sealState)
  const [isExporting, setExporting] = useState(false)
  return (
    <Panel
      title={TITLE}
      actions={
        <Button
          size="sm"
          icon={Download}
          disabledReason={data?.checkpoint ? null : 'Nothing has been sealed yet.'}
          onClick={() => setExporting(true)}
        >
          Export
        </Button>
      }
    >
      {data ? (
        <Facts state={data} />
      ) : error ? (
        <ErrorState title="The log could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={['h-5 w-2/3', 'h-5 w-1/2', 'h-5 w-1/2', 'h-5 w-2/3']} />
      )}
      {isExporting && <SealExportDialog onClose={() => setExporting(false)} />}
    </Panel>
  )
}

function Facts({ state }: { state: SealState }): ReactElement {
  const { entries, erased, checkpoint, witness, check, faults, verifierKey } = state
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        Call decisions, suppressions, audit entries and scores are sealed within a minute. Nobody can change
        or remove a sealed row unnoticed, and an export lets others verify it.
      </p>
      <dl className="grid items-baseline gap-x-4 gap-y-2 md:grid-cols-[9.5rem_1fr]">
        <Row label="Sealing">
          <StatusDot {...sealedLook(state)} wrap />
        </Row>
        <Row label="Sealed rows">
          {formatNumber(entries)}
          {erased > 0 && (
            <span className="text-ink-soft"> · {formatNumber(erased)} of them erased with a person</span>
          )}
        </Row>
        <Row label="Last checkpoint">
          {checkpoint ? (
            <>
              {formatNumber(checkpoint.size)} rows signed · <RelativeTime when={checkpoint.signedAt} />
            </>
          ) : (
            'None yet'
          )}
        </Row>
        <Row label="Witness">
          <StatusDot {...witnessLook(state)} wrap />
          {witness?.cosigned && (
            <span className="text-ink-soft">
              {' '}
              · {witness.name}, <RelativeTime when={witness.cosigned.at} />
            </span>
          )}
        </Row>
        <Row label="Last check">
          <StatusDot {...checkLook(state)} wrap />
          {check && (
            <span className="text-ink-soft">
              {' '}
              · {formatNumber(check.entries)} rows, <RelativeTime when={check.at} />
            </span>
          )}
        </Row>
      </dl>
      {check && faults.length > 0 && (
        <ul aria-label="Faults" className="list-disc pl-5 text-red-ink">
          {faults.map((fault) => (
            <li key={`${fault.kind} ${fault.source} ${fault.rowId} ${fault.entry}`}>{faultText(fault)}</li>
          ))}
          {check.faultCount > faults.length && <li>{formatNumber(check.faultCount - faults.length)} more</li>}
        </ul>
      )}
      {verifierKey && (
        <CopyField
          label="Public key of the log"
          value={verifierKey}
          help="Give it to the people who verify an export."
          wrap
        />
      )}
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="contents max-md:block">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
