import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { timezones } from '#contract/campaigns/campaigns.ts'
import { field } from '#web/lib/form.ts'
import { SwitchField } from '#web/ui/ChoiceFields.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { CampaignForm } from './campaign-form.ts'
import { DaysField } from './DaysField.tsx'
import { FormSection } from './FormSection.tsx'
import { lostHours } from './hours-hint.ts'

export function HoursFields({ form }: { form: CampaignForm }): ReactElement {
  return (
    <FormSection title="Calling hours">
      <DaysField form={form} />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
        <TextField label="Start time" type="time" required {...field(form, 'callStartTime')} />
        <TextField label="End time" type="time" required {...field(form, 'callEndTime')} />
        <SelectField
          label="Time zone"
          options={timezones}
          className="max-md:col-span-2"
          {...field(form, 'timezone')}
        />
      </div>
      <SwitchField
        label="Respect local time"
        help="On: these hours count in each broker's own time zone. Off: they count in the time zone above."
        {...field(form, 'respectLocalTime')}
      />
      <SwitchField
        label="Prefer the hours in which brokers answer most"
        help="On: a broker may wait up to two more calling days for an hour in which their state and kind of number answer more, and nobody is called outside the hours above."
        {...field(form, 'preferBestHours')}
      />
      <LegalHours form={form} />
    </FormSection>
  )
}

/** The legal calling hours, and the chosen hours that fall outside them. */
function LegalHours({ form }: { form: CampaignForm }): ReactElement {
  const [days, start, end] = useWatch({
    control: form.control,
    name: ['callDaysOfWeek', 'callStartTime', 'callEndTime'],
  })
  const lost = lostHours({ days: days ?? [], start: start ?? '', end: end ?? '' })
  return (
    <div className="rounded-lg bg-sunken px-3 py-2 text-xs text-ink-soft">
      <p>
        Whatever is set here, brokers are called only when the law allows it at their place: Monday to Friday
        9 am to 8 pm, Saturday 9 am to 5 pm, never on Sundays or public holidays.
      </p>
      {lost.length > 0 && (
        <p role="status" className="mt-1 font-medium text-amber-ink">
          {lost.join(' ')}
        </p>
      )}
    </div>
  )
}
