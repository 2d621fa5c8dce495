import type { ReactElement } from 'react'
import { getRestore, type RestoreStatus, resumeCalls } from '#contract/system/backups.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

const POLL_MS = 15_000

/** Shown while calls are paused after a restore: the calls that vendors reported since the backup, and how to resume. */
export function RestorePanel(): ReactElement | null {
  const { data } = useRead(getRestore, {}, { refetchInterval: POLL_MS })
  return data?.held ? <Held held={data.held} /> : null
}

function Held({ held }: { held: RestoreStatus }): ReactElement {
  const forbidden = useRefusal('backups.write')
  const resume = useWrite(resumeCalls, {
    onSuccess: () => toastSuccess('Calls resumed'),
    onError: (error) => toastError(messageOf(error, 'Calls were not resumed')),
  })
  const submit = async (): Promise<void> => {
    if (await confirm(question)) resume.mutate({})
  }
  return (
    <Panel
      title="Calls are paused after a restore"
      actions={
        <Button
          disabledReason={forbidden ?? held.refusal}
          pending={resume.isPending}
          pendingText="Resuming..."
          onClick={() => void submit()}
        >
          Resume Calls
        </Button>
      }
    >
      <p className="max-w-3xl">
        The backup from {formatDateTime(held.snapshotAt)} was restored on {formatDateTime(held.restoredAt)}.
        Calls made in between are known only to the phone providers, so no broker is called until they have
        reported those calls.
      </p>
      <ul className="mt-3 list-disc pl-5">
        {linesOf(held).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {held.refusal && <p className="mt-3 text-amber-ink">{held.refusal}</p>}
    </Panel>
  )
}

const question = {
  title: 'Resume calls?',
  body: 'First make sure that no other installation of this organisation is still making calls.',
  action: 'Resume Calls',
}

function linesOf({ vendors, doubtfulCalls, doubtfulMessages }: RestoreStatus): string[] {
  return [
    ...vendors.map(vendorLine),
    ...(vendors.length === 0 ? ['No phone provider has reported yet, or none is set up.'] : []),
    ...(doubtfulCalls > 0
      ? [
          `${countOf(doubtfulCalls, 'call was', 'calls were')} waiting to be dialled when the backup was made. These brokers are not called again automatically.`,
        ]
      : []),
    ...(doubtfulMessages > 0
      ? [
          `${countOf(doubtfulMessages, 'message was', 'messages were')} waiting when the backup was made and may have been sent since. You can resend them under Services → Messages.`,
        ]
      : []),
  ]
}

function vendorLine({
  vendor,
  listed,
  added,
  matched,
  held,
  problem,
}: RestoreStatus['vendors'][number]): string {
  if (problem) return `${vendor}: ${problem}`
  return [
    `${vendor} reported ${countOf(listed, 'call')} since the backup:`,
    `${formatNumber(added)} added to the records, ${formatNumber(matched)} matched to calls in the backup.`,
    ...(held > 0
      ? [
          `${countOf(held, 'number is', 'numbers are')} on hold because the choice made in the call is unknown.`,
        ]
      : []),
  ].join(' ')
}
