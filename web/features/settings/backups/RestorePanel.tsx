import type { ReactElement } from 'react'
import { getRestore, type RestoreStatus, resumeCalls } from '#contract/system/backups.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

const POLL_MS = 15_000

/** Shown while calls are stopped after a restore: what vendors reported since the backup, and the way to go on. */
export function RestorePanel(): ReactElement | null {
  const { data } = useRead(getRestore, {}, { refetchInterval: POLL_MS })
  return data?.held ? <Held held={data.held} /> : null
}

function Held({ held }: { held: RestoreStatus }): ReactElement {
  const forbidden = useRefusal('backups.write')
  const resume = useWrite(resumeCalls, {
    onSuccess: () => toastSuccess('Calls start again'),
    onError: (error) => toastError(messageOf(error, 'Calls were not resumed')),
  })
  const submit = async (): Promise<void> => {
    if (await confirm(question)) resume.mutate({})
  }
  return (
    <Panel
      title="Calls are stopped after a restore"
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
        The backup of {formatDateTime(held.snapshotAt)} was restored on {formatDateTime(held.restoredAt)}.
        Only the vendors know the calls in between, so no broker is called before they have reported it.
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
  body: 'Make sure that no other installation of this lender still makes calls.',
  action: 'Resume Calls',
}

function linesOf({ vendors, doubtfulCalls, doubtfulMessages }: RestoreStatus): string[] {
  return [
    ...vendors.map(({ vendor, listed, added, matched, held, problem }) =>
      problem
        ? `${vendor}: ${problem}`
        : `${vendor} lists ${countOf(listed, 'call')}: ${added} were not in the backup, ${matched} waited in it. ${countOf(held, 'number')} on hold, because the choices in the call are not known.`,
    ),
    ...(vendors.length === 0 ? ['No vendor has reported yet, or none is set up.'] : []),
    `${countOf(doubtfulCalls, 'call')} waited for a dial in the backup; the brokers are not called again for them.`,
    `${countOf(doubtfulMessages, 'message')} waited in the backup and may have been sent since; they can be sent again under Messages.`,
  ]
}
