import type { ReactElement, ReactNode } from 'react'
import type { VaultRun, VaultStatus } from '#contract/documents/vault.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { countOf, formatChange, formatNumber, formatSize } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { encryptedLook, faultLook, progressText, runLook, runWords } from './vault-labels.ts'

/** Files and keys of the vault, with the results of its last checks. */
export function VaultFacts({ status }: { status: VaultStatus }): ReactElement {
  const { runs } = status
  const running = [runs.rotation, runs.integrity, runs.restoreTest].filter(
    (run): run is VaultRun => run?.status === 'running',
  )
  return (
    <div className="flex flex-col gap-4">
      {running.map((run) => (
        <Progress
          key={run.id}
          label={runWords[run.kind].doing}
          value={run.done}
          max={run.total}
          text={progressText(run)}
        />
      ))}
      <dl className="grid items-baseline gap-x-4 gap-y-2 md:grid-cols-[9.5rem_1fr]">
        <Row label="Encryption">
          <StatusDot {...encryptedLook(status)} />
        </Row>
        <Row label="Files">
          {`${countOf(status.files, 'file')}, ${formatSize(status.bytes)}, stored on ${status.store}`}
        </Row>
        <Row label="Current key">
          {`${status.keyAgeDays === 0 ? 'Created today' : `${countOf(status.keyAgeDays, 'day')} old`}, protects ${status.currentKeyPercent >= 100 ? 'all' : `${formatChange(Math.floor(status.currentKeyPercent))} of the`} files`}
        </Row>
        <Row label="Faults">
          <StatusDot {...faultLook(status)} />
          {status.verifiedSince !== null && runs.integrity !== null && (
            <span className="text-ink-soft">
              {' '}
              · {status.faults === 0 ? 'no damaged files since' : 'the others undamaged since'}{' '}
              {formatDateTime(status.verifiedSince)}
            </span>
          )}
        </Row>
        <LastRun label="Integrity check" run={runs.integrity} />
        <LastRun label="Restore test" run={runs.restoreTest} />
        <LastRun label="Key rotation" run={runs.rotation} />
      </dl>
      <Keys keys={status.keys} />
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

function LastRun({ label, run }: { label: string; run: VaultRun | null }): ReactElement {
  return (
    <Row label={label}>
      <StatusDot {...runLook(run)} wrap />
      {run && (
        <span className="text-ink-soft">
          {' '}
          · {progressText(run)}
          {run.startedBy && `, started by ${run.startedBy}`}
        </span>
      )}
      {run?.error && <p className="text-red-ink">{run.error}</p>}
    </Row>
  )
}

function Keys({ keys }: { keys: VaultStatus['keys'] }): ReactElement {
  return (
    <details className="rounded-lg border border-line">
      <summary className="min-h-11 px-3 py-2.5 font-medium">{countOf(keys.length, 'key')}</summary>
      <ul className="border-t border-line">
        {keys.map((key) => (
          <li
            key={key.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line px-3 py-2 last:border-b-0"
          >
            <code className="min-w-0 text-xs break-all">{key.recipient}</code>
            <span className="text-ink-soft">
              {key.current
                ? 'Current'
                : key.retiredAt
                  ? `Retired ${formatDate(key.retiredAt)}`
                  : 'Not in use'}
              , created {formatDate(key.createdAt)}, {formatNumber(key.files)}{' '}
              {key.files === 1 ? 'file' : 'files'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
