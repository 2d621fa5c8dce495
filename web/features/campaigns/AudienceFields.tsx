import type { ReactElement } from 'react'
import { listAudiences } from '#contract/brokers/audiences.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf } from '#web/lib/format.ts'
import { SelectField } from '#web/ui/SelectField.tsx'

/** As the campaign has it, or as it is chosen for this start. */
export interface AudienceChosen {
  audienceId: number | null
  holdOutPercent: number
}

interface AudienceFieldsProps {
  value: AudienceChosen
  disabled?: boolean
  errors?: Partial<Record<keyof AudienceChosen, string>>
  onChange: (value: AudienceChosen) => void
}

const PARTS = [0, 5, 10, 20, 30, 50]

/** The audience of a campaign, and the part of it that is kept uncalled to measure the effect of calls. */
export function AudienceFields(props: AudienceFieldsProps): ReactElement {
  const { value, disabled = false, errors = {}, onChange } = props
  const { data = [] } = useRead(listAudiences)
  const { audienceId } = value
  const isListed = audienceId === null || data.some(({ id }) => id === audienceId)
  const parts = [...new Set([...PARTS, value.holdOutPercent])].sort((a, b) => a - b)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Audience"
        disabled={disabled}
        error={errors.audienceId}
        options={[
          { value: '', label: 'All brokers' },
          ...data.map(({ id, name, brokers }) => ({
            value: String(id),
            label: brokers === null ? name : `${name} (${countOf(brokers, 'broker')})`,
          })),
          // never 'All brokers' where it is not all: the list may not be there yet
          ...(isListed ? [] : [{ value: String(audienceId), label: 'The audience that was chosen' }]),
        ]}
        value={audienceId === null ? '' : String(audienceId)}
        onChange={(event) =>
          onChange({ ...value, audienceId: event.target.value === '' ? null : Number(event.target.value) })
        }
      />
      <SelectField
        label="Hold-out group"
        disabled={disabled}
        error={errors.holdOutPercent}
        help="Picked at random and not called, to measure uplift"
        options={parts.map((part) => ({
          value: String(part),
          label: part === 0 ? 'Nobody' : `${part}% of those who could be called`,
        }))}
        value={String(value.holdOutPercent)}
        onChange={(event) => onChange({ ...value, holdOutPercent: Number(event.target.value) })}
      />
    </div>
  )
}
