import { Download, ExternalLink, type LucideIcon, ScrollText, Upload } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { exportCalls } from '#contract/calls/calls.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { downloadFile } from '#web/lib/download.ts'
import { BROKER_PORTAL, settingsPart } from '#web/routes/paths.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DisabledReason } from '#web/ui/DisabledReason.tsx'
import { toastError } from '#web/ui/toast.ts'
import { exportCampaigns } from './export-campaigns.ts'

const rowClass =
  'flex min-h-11 w-full items-center gap-2.5 border-b border-line px-4 py-2 text-left font-medium last:border-b-0 hover:bg-hover -outline-offset-2 disabled:text-ink-faint aria-disabled:cursor-not-allowed aria-disabled:text-ink-faint'

/** The most frequent actions of staff. */
export function QuickActions(): ReactElement {
  const importRefusal = useRefusal('brokers.import')
  return (
    <Panel title="Quick actions" flush>
      {importRefusal ? (
        <DisabledReason reason={importRefusal}>
          {(aria) => (
            <button type="button" {...aria} className={rowClass}>
              <RowIcon icon={Upload} />
              Import Broker List
            </button>
          )}
        </DisabledReason>
      ) : (
        <Link to="/brokers/import" className={rowClass}>
          <RowIcon icon={Upload} />
          Import Broker List
        </Link>
      )}
      <ExportRow
        label="Export Campaign Data"
        save={exportCampaigns}
        failure="Failed to export the campaigns"
      />
      <ExportRow
        label="Export Calls"
        save={() => downloadFile(urlOf(exportCalls), 'calls.csv')}
        failure="Failed to export the calls"
      />
      <Link to={settingsPart.audit} className={rowClass}>
        <RowIcon icon={ScrollText} />
        View System Logs
      </Link>
      <a href={BROKER_PORTAL} className={rowClass}>
        <RowIcon icon={ExternalLink} />
        Broker Portal
      </a>
    </Panel>
  )
}

interface ExportRowProps {
  label: string
  save: () => Promise<void>
  failure: string
}

function ExportRow({ label, save, failure }: ExportRowProps): ReactElement {
  const [pending, setPending] = useState(false)
  const run = async (): Promise<void> => {
    setPending(true)
    try {
      await save()
    } catch (error) {
      toastError(messageOf(error, failure))
    } finally {
      setPending(false)
    }
  }
  return (
    <button
      type="button"
      className={rowClass}
      aria-disabled={pending || undefined}
      onClick={() => pending || void run()}
    >
      <RowIcon icon={Download} />
      {pending ? 'Preparing...' : label}
    </button>
  )
}

function RowIcon({ icon: Icon }: { icon: LucideIcon }): ReactElement {
  return <Icon aria-hidden className="size-4 text-ink-soft" strokeWidth={1.75} />
}
