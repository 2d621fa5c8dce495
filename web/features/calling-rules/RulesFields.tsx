import type { ReactElement } from 'react'
import { recordingRuleLabels, recordingRules, WIDEST } from '#contract/campaigns/calling-rules.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import type { RulesErrors, RulesTexts } from './rules-form.ts'

interface RulesFieldsProps {
  texts: RulesTexts
  errors: RulesErrors
  disabled: boolean
  onChange: (part: Partial<RulesTexts>) => void
}

type Name = keyof RulesTexts
interface FieldWords {
  name: Name
  label: string
  help: string
}

const hours: readonly FieldWords[] = [
  { name: 'weekdayFrom', label: 'Monday to Friday from', help: 'Not before 9 am' },
  { name: 'weekdayTo', label: 'Monday to Friday until', help: 'Not after 8 pm' },
  { name: 'saturdayFrom', label: 'Saturday from', help: 'Not before 9 am; empty: no calls' },
  { name: 'saturdayTo', label: 'Saturday until', help: 'Not after 5 pm; empty: no calls' },
]
const limits: readonly FieldWords[] = [
  {
    name: 'dialsPerCampaign',
    label: 'Calls in a campaign',
    help: `To a broker, at most ${WIDEST.dialsPerCampaign}`,
  },
  { name: 'dialsPerNumber', label: 'Calls to a number', help: `At most ${WIDEST.dialsPerNumber}` },
  {
    name: 'capDays',
    label: 'Counting period in days',
    help: `Of calls to a number, at least ${WIDEST.capDays}`,
  },
  { name: 'coolingOffDays', label: 'Days until the next call', help: '1: the next day' },
]
const dates: readonly FieldWords[] = [
  { name: 'validFrom', label: 'Valid from', help: 'Midnight in Sydney; empty: from the publication' },
  { name: 'validTo', label: 'Valid until', help: 'Midnight in Sydney; empty: until a later version' },
]
const recordingOptions = recordingRules.map((value) => ({ value, label: recordingRuleLabels[value] }))

export function RulesFields({ texts, errors, disabled, onChange }: RulesFieldsProps): ReactElement {
  const bind = ({ name, ...words }: FieldWords) => ({
    ...words,
    ...{ value: texts[name], error: errors[name], disabled },
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-2xl text-ink-soft">
        Hours are those of the called person’s clock. Sundays and national public holidays are always left
        out, and no version permits more than the widest values.
      </p>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {hours.map((one) => (
          <TextField key={one.name} type="time" {...bind(one)} />
        ))}
        {limits.map((one) => (
          <TextField key={one.name} inputMode="numeric" {...bind(one)} />
        ))}
      </div>
      <TextAreaField
        rows={3}
        {...bind({
          name: 'words',
          label: 'Required words',
          help: 'One sentence a line, at most three. Each greeting ends with them.',
        })}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          options={recordingOptions}
          {...bind({ name: 'recording', label: 'Recording', help: 'Of every call' })}
        />
        {dates.map((one) => (
          <TextField key={one.name} type="date" {...bind(one)} />
        ))}
      </div>
      <TextField
        required
        {...bind({ name: 'source', label: 'Source', help: 'The law, standard or decision' })}
      />
      <TextField {...bind({ name: 'note', label: 'Note', help: 'What changes, and why' })} />
    </div>
  )
}
