import type { ReactElement } from 'react'
import {
  type BackupSettings,
  getBackupSettings,
  typedBackupSettings,
  updateBackupSettings,
} from '#contract/system/backups.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatClock } from '#web/lib/dates.ts'
import { field } from '#web/lib/form.ts'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SettingsForm, SettingsPanel } from '#web/ui/SettingsForm.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export const BACKUPS_OFF = 'Backups are off: BACKUP_RECIPIENT is not set on the server.'

/** When archives are made, and how many are kept. `isOff`: the server has no key to encrypt them to, so none are made. */
export function SchedulePanel({ isOff }: { isOff: boolean }): ReactElement {
  return (
    <SettingsPanel
      title="Schedule"
      read={useRead(getBackupSettings)}
      loadingText="Loading the schedule..."
      failure="The schedule could not be loaded."
      skeleton="h-40"
    >
      {(saved) => <ScheduleForm saved={saved} isOff={isOff} />}
    </SettingsPanel>
  )
}

function ScheduleForm({ saved, isOff }: { saved: BackupSettings; isOff: boolean }): ReactElement {
  return (
    <SettingsForm
      endpoint={updateBackupSettings}
      schema={typedBackupSettings}
      record={saved}
      toForm={asTyped}
      right="backups.write"
      disabledReason={isOff ? BACKUPS_OFF : null}
      keepAs="Backup schedule"
      success="Schedule saved"
      failure="Failed to save the schedule"
    >
      {({ form, readOnly }) => (
        <>
          {isOff ? (
            // the saved choice stays in the form and applies once there is a key
            <SwitchField
              label="Back up every day"
              help="Available once backups are on"
              checked={false}
              disabled
              readOnly
            />
          ) : (
            <SwitchField
              label="Back up every day"
              help="Each backup is restored to a separate database and compared with the original"
              disabled={readOnly}
              {...field(form, 'enabled')}
            />
          )}
          <div className="grid gap-4 md:grid-cols-3">
            <SelectField
              label="Hour"
              help="Sydney time"
              options={hours}
              disabled={readOnly}
              {...field(form, 'hour')}
            />
            <TextField
              label="Daily backups to keep"
              help="1 to 90"
              inputMode="numeric"
              suffix="days"
              readOnly={readOnly}
              {...field(form, 'keepDaily')}
            />
            <TextField
              label="Weekly backups to keep"
              help="0 to 104"
              inputMode="numeric"
              suffix="weeks"
              readOnly={readOnly}
              {...field(form, 'keepWeekly')}
            />
          </div>
        </>
      )}
    </SettingsForm>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatClock(`${String(hour).padStart(2, '0')}:00`),
}))

/** In the fields a number is text. */
const asTyped = ({ enabled, hour, keepDaily, keepWeekly }: BackupSettings) => ({
  enabled,
  hour: String(hour),
  keepDaily: String(keepDaily),
  keepWeekly: String(keepWeekly),
})
