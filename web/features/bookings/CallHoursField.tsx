import type { ReactElement } from 'react'
import { useController } from 'react-hook-form'
import { officeHours, staffZones } from '#contract/bookings/bdms.ts'
import { field } from '#web/lib/form.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type BdmForm, type CallHours, callTimes, withTimes } from './bdm-form.ts'

const choices = [
  { value: 'meetings', label: 'In the hours for meetings' },
  { value: 'own', label: 'At other hours' },
  { value: 'never', label: 'Never' },
] as const
type Choice = (typeof choices)[number]['value']

const choiceOf = (hours: CallHours): Choice => {
  if (hours === null) return 'meetings'
  return hours.length === 0 ? 'never' : 'own'
}
const hoursOf: Readonly<Record<Choice, CallHours>> = { meetings: null, own: officeHours, never: [] }

/** When the BDM's phone may ring for a broker who asks for a person. */
export function CallHoursField({ form }: { form: BdmForm }): ReactElement {
  const { field: binding } = useController({ control: form.control, name: 'callHours' })
  const { callHours: error } = form.formState.errors
  const hours = binding.value ?? null
  const choice = choiceOf(hours)
  const { from, to } = callTimes(hours)
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <SelectField
        label="Takes calls"
        options={choices}
        value={choice}
        ref={binding.ref}
        error={error?.root?.message ?? error?.message ?? error?.find?.((span) => span?.to)?.to?.message}
        help="Never during leave, a meeting or a busy time of the connected calendar."
        onBlur={binding.onBlur}
        onChange={({ target }) => binding.onChange(hoursOf[target.value as Choice])} // an option of the list
      />
      {choice === 'own' && (
        <>
          <SelectField
            label="Time zone"
            options={staffZones}
            help="From Monday to Friday, except on public holidays there."
            {...field(form, 'timezone')}
          />
          <TextField
            label="From"
            type="time"
            value={from}
            onChange={({ target }) => binding.onChange(withTimes(hours, { from: target.value, to }))}
          />
          <TextField
            label="To"
            type="time"
            value={to}
            onChange={({ target }) => binding.onChange(withTimes(hours, { from, to: target.value }))}
          />
        </>
      )}
    </div>
  )
}
