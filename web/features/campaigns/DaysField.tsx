import type { ReactElement } from 'react'
import { weekdays } from '#contract/campaigns/campaigns.ts'
import { field } from '#web/lib/form.ts'
import { useFieldAria } from '#web/lib/use-field-aria.ts'
import { FieldNote, RequiredMark } from '#web/ui/Field.tsx'
import type { CampaignForm } from './campaign-form.ts'

/** The days on which a campaign calls, as seven toggles. */
export function DaysField({ form }: { form: CampaignForm }): ReactElement {
  const { error, ...binding } = field(form, 'callDaysOfWeek')
  const { control, noteId } = useFieldAria({ error })
  return (
    <fieldset aria-describedby={control['aria-describedby']} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">
        Call days
        <RequiredMark />
      </legend>
      <div className="grid grid-cols-7 gap-1">
        {weekdays.map(({ id: day, label }) => (
          <label
            key={day}
            className="relative flex h-11 cursor-pointer items-center justify-center rounded-lg border border-line-strong text-ink-soft transition-colors select-none hover:bg-hover has-checked:border-primary has-checked:bg-selected has-checked:font-medium has-checked:text-link has-aria-invalid:border-red has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus md:h-8"
          >
            <input
              {...binding}
              type="checkbox"
              value={day}
              aria-invalid={control['aria-invalid']}
              aria-label={label}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
            />
            <span aria-hidden>{label.slice(0, 3)}</span>
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} help={undefined} />
    </fieldset>
  )
}
