import type { ReactElement } from 'react'
import { auditSentence } from '#contract/accounts/audit-labels.ts'
import type { AuditEntry } from '#contract/system/system.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { AuditSubject, withName } from './AuditSubject.tsx'
import { auditActor } from './audit-actor.ts'
import { type AuditChange, auditChanges } from './audit-changes.ts'

interface AuditEntryPanelProps {
  /** Null while none is open. */
  entry: AuditEntry | null
  /** The list the entry was opened from. */
  list: string
  onGo: (id: number) => void
  onClose: () => void
}

/** One entry of the audit log with the states before and after. */
export function AuditEntryPanel({ entry, list, onGo, onClose }: AuditEntryPanelProps): ReactElement {
  return (
    <RecordPanel
      noun="entry"
      open={{ id: entry?.id ?? null, isOpen: entry !== null, list, replace: onGo, close: onClose }}
      read={{ data: entry ?? undefined }}
      title={entry ? auditSentence(withName(entry)) : ''}
    >
      {(shown) => <Details entry={shown} />}
    </RecordPanel>
  )
}

function Details({ entry }: { entry: AuditEntry }): ReactElement {
  const changes = auditChanges(entry.before, entry.after)
  return (
    <>
      <PanelSection title="Entry">
        <Facts
          facts={[
            { label: 'Subject', value: <AuditSubject entry={entry} /> },
            { label: 'By', value: <Actor entry={entry} /> },
            { label: 'When', value: formatDateTime(entry.at) },
            { label: 'IP address', value: entry.ip ?? ABSENT },
            { label: 'Code', value: entry.action },
            { label: 'Request', value: entry.requestId ?? ABSENT },
          ]}
        />
      </PanelSection>
      <PanelSection title="Before and after">
        {changes.length > 0 ? (
          <Changes changes={changes} />
        ) : (
          <p className="text-ink-soft">This entry has no stored changes.</p>
        )}
      </PanelSection>
    </>
  )
}

function Actor({ entry }: { entry: AuditEntry }): ReactElement {
  const { name, detail } = auditActor(entry)
  return (
    <>
      {name}
      {detail && <span className="block text-xs text-ink-soft">{detail}</span>}
    </>
  )
}

function Changes({ changes }: { changes: readonly AuditChange[] }): ReactElement {
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr className="text-left text-xs text-ink-soft">
          <th scope="col" className="w-1/4 border-b border-line py-1.5 pr-2 font-medium">
            Field
          </th>
          <th scope="col" className="border-b border-line py-1.5 pr-2 font-medium">
            Before
          </th>
          <th scope="col" className="border-b border-line py-1.5 font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field} className="align-top">
            <th scope="row" className="border-b border-line py-1.5 pr-2 text-left font-normal break-words">
              {change.field}
            </th>
            <td className="border-b border-line py-1.5 pr-2 break-words whitespace-pre-line text-ink-soft">
              {change.before}
            </td>
            <td
              className={cx(
                'border-b border-line py-1.5 break-words whitespace-pre-line',
                change.changed ? 'font-medium' : 'text-ink-soft',
              )}
            >
              {change.after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
