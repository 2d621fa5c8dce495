import type { ReactElement } from 'react'
import {
  type BackupSettings,
  getBackupSettings,
  typedBackupSettings,
  updateBackupSettings,
} from '#contract/system/backups.ts'
import { useRead } from '#web/api/use-read.ts'
import { field } from '#web/lib/form.ts'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { SettingsForm, SettingsPanel } from '#web/ui/SettingsForm.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** When archives are made, and how many are kept. */
export function SchedulePanel(): ReactElement {
  return (
    <SettingsPanel
      title="Schedule"
      read={useRead(getBackupSettings)}
      loadingText="Loading the schedule..."
      failure="The schedule could not be loaded."
      skeleton="h-40"
    >
      {(saved) => <ScheduleForm saved={saved} />}
    </SettingsPanel>
  )
}

function ScheduleForm({ saved }: { saved: BackupSettings }): ReactElement {
  return (
    <SettingsForm
      endpoint={updateBackupSettings}
      schema={typedBackupSettings}
      record={saved}
      toForm={asTyped}
      right="backups.write"
      keepAs="Backup schedule"
      success="Schedule saved"
      failure="Failed to save the schedule"
    >
      {({ form, readOnly }) => (
        <>
          <SwitchField
            label="Back up every day"
            help="Each backup is restored to a separate database and compared with the original"
            disabled={readOnly}
            {...field(form, 'enabled')}
          />
          <div className="grid gap-4 md:grid-cols-3">
            <TextField
              label="Hour"
              help="0 to 23, Sydney time"
              inputMode="numeric"
              readOnly={readOnly}
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

/** In the fields a number is text. */
const asTyped = ({ enabled, hour, keepDaily, keepWeekly }: BackupSettings) => ({
  enabled,
  hour: String(hour),
  keepDaily: String(keepDaily),
  keepWeekly: String(keepWeekly),
})
