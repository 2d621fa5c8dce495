import type { ReactElement } from 'react'
import { z } from 'zod'
import {
  getSessionLimits,
  type SessionLimits,
  sessionLimitFields,
  updateSessionLimits,
} from '#contract/accounts/session-limits.ts'
import { plainNumber } from '#contract/ids.ts'
import { useRead } from '#web/api/use-read.ts'
import { field } from '#web/lib/form.ts'
import { SettingsForm, SettingsPanel } from '#web/ui/SettingsForm.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** How long people stay signed in. */
export function SessionsPanel(): ReactElement {
  return (
    <SettingsPanel
      title="Sessions"
      read={useRead(getSessionLimits)}
      loadingText="Loading the settings..."
      failure="The settings could not be loaded."
      skeleton="h-28"
    >
      {(limits) => <SessionsForm saved={limits} />}
    </SettingsPanel>
  )
}

function SessionsForm({ saved }: { saved: SessionLimits }): ReactElement {
  return (
    <SettingsForm
      endpoint={updateSessionLimits}
      schema={typedLimits}
      record={saved}
      toForm={asTyped}
      right="session_limits.write"
      keepAs="Sessions"
      success="Sessions saved"
      failure="Failed to save the settings"
    >
      {({ form, readOnly }) => (
        <>
          <p className="max-w-3xl text-ink-soft">
            Applies immediately: anyone who has been signed in for longer is signed out, you too.
          </p>
          <div className="grid gap-4 *:max-w-48 md:grid-cols-[repeat(3,12rem)] md:gap-x-8">
            <TextField
              label="Idle timeout (staff)"
              help="1 to 72 hours"
              inputMode="numeric"
              suffix="hours"
              readOnly={readOnly}
              {...field(form, 'staffIdleHours')}
            />
            <TextField
              label="Maximum session (staff)"
              help="1 to 30 days, however active they are"
              inputMode="numeric"
              suffix="days"
              readOnly={readOnly}
              {...field(form, 'staffDays')}
            />
            <TextField
              label="Idle timeout (brokers)"
              help="1 to 30 days; after 90 days in any case"
              inputMode="numeric"
              suffix="days"
              readOnly={readOnly}
              {...field(form, 'brokerDays')}
            />
          </div>
        </>
      )}
    </SettingsForm>
  )
}

const { staffIdleHours, staffDays, brokerDays } = sessionLimitFields.shape
const typedLimits = z.object({
  staffIdleHours: plainNumber(staffIdleHours),
  staffDays: plainNumber(staffDays),
  brokerDays: plainNumber(brokerDays),
})

/** In the fields a number is text. */
const asTyped = ({ staffIdleHours, staffDays, brokerDays }: SessionLimits) => ({
  staffIdleHours: String(staffIdleHours),
  staffDays: String(staffDays),
  brokerDays: String(brokerDays),
})
