import type { ReactElement } from 'react'
import { getBackups, startBackup } from '#contract/system/backups.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { BackupList } from './BackupList.tsx'
import { RestorePanel } from './RestorePanel.tsx'
import { BACKUPS_OFF, SchedulePanel } from './SchedulePanel.tsx'

/** Archives and their drills, the schedule, and what a restore has found. */
export function BackupsPart(): ReactElement {
  const read = useRead(getBackups)
  return (
    <div className="flex flex-col gap-4">
      <RestorePanel />
      <BackupList read={read} actions={<BackupButton isOff={Boolean(read.data?.refusal)} />} />
      {/* below a list of unknown length: shown earlier, it would move */}
      {(read.data ?? read.error) && <SchedulePanel isOff={Boolean(read.data?.refusal)} />}
    </div>
  )
}

function BackupButton({ isOff }: { isOff: boolean }): ReactElement {
  const forbidden = useRefusal('backups.write')
  const start = useWrite(startBackup, {
    onSuccess: () => toastSuccess('Backup started'),
    onError: (error) => toastError(messageOf(error, 'Failed to start the backup')),
  })
  return (
    <Button
      variant="secondary"
      disabledReason={forbidden ?? (isOff ? BACKUPS_OFF : null)}
      pending={start.isPending}
      pendingText="Starting..."
      onClick={() => start.mutate({})}
    >
      Back Up Now
    </Button>
  )
}
