import type { ReactElement } from 'react'
import { creditScaleText } from '#contract/scoring/credit-scales.ts'
import { type LoanImport, type LoanReading, remapLoanImport } from '#contract/scoring/loans.ts'
import { getOrganisation } from '#contract/system/organisation.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toastError } from '#web/ui/toast.ts'

const dateOptions = [
  { value: 'day', label: 'Day first (31/12/2026)' },
  { value: 'month', label: 'Month first (12/31/2026)' },
] as const
const lvrOptions = [
  { value: 'percent', label: 'Per cent (80 is 80%)' },
  { value: 'fraction', label: 'Fraction (0.8 is 80%)' },
] as const

/**
 * How dates and LVRs of the file are read; a change previews again. Assumptions are highlighted, because the user
 * should check them.
 */
export function LoanReadingFields({ data }: { data: LoanImport }): ReactElement | null {
  const { reading, notes, mapping, id, creditScoreScale } = data
  const { data: organisation } = useRead(getOrganisation)
  const remap = useWrite(remapLoanImport, {
    onError: (error) => toastError(messageOf(error, 'Failed to change how the file is read')),
  })
  if (!reading) return null
  const { dateOrder, lvrUnit } = reading
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="mb-2">
          {note}
        </p>
      ))}
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <SelectField
          label="Dates"
          options={dateOptions}
          value={dateOrder.value}
          disabled={remap.isPending}
          help={helpFor(dateOrder, 'dates')}
          onChange={(event) =>
            remap.mutate({
              params: { id },
              body: { dateOrder: event.target.value === 'month' ? 'month' : 'day' },
            })
          }
        />
        {mapping.credit_score && (
          <p className="md:order-last md:col-span-2">
            {`Credit scores: ${creditScaleText(creditScoreScale)}, as chosen in Settings when the file was uploaded.`}
            {organisation &&
              organisation.creditScoreScale !== creditScoreScale &&
              ` Settings now say ${creditScaleText(organisation.creditScoreScale)}: if the file is on that scale, discard it and upload it again.`}
          </p>
        )}
        {mapping.lvr && (
          <SelectField
            label="LVR"
            options={lvrOptions}
            value={lvrUnit.value}
            disabled={remap.isPending}
            help={helpFor(lvrUnit, 'LVRs')}
            onChange={(event) =>
              remap.mutate({
                params: { id },
                body: { lvrUnit: event.target.value === 'fraction' ? 'fraction' : 'percent' },
              })
            }
          />
        )}
      </div>
    </>
  )
}

function helpFor({ basis, example }: LoanReading['dateOrder' | 'lvrUnit'], what: string): string {
  if (basis === 'chosen') return 'As you chose.'
  if (basis === 'decided') return 'As the values of the column show.'
  return `The file allows both readings${example ? `, e.g. ${example}` : ''}. Check how your system writes ${what}.`
}
