import { type ReactElement, useState } from 'react'
import { creditScoreLabel } from '#contract/scoring/credit-scales.ts'
import {
  type LoanField,
  type LoanImport,
  type LoanMapping,
  loanFieldLabels,
  loanFields,
  remapLoanImport,
  requiredLoanFields,
} from '#contract/scoring/loans.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Panel } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toastError } from '#web/ui/toast.ts'
import { LoanReadingFields } from './LoanReadingFields.tsx'

/** Which column is which; a change previews again. */
export function LoanColumns({ data }: { data: LoanImport }): ReactElement {
  const [mapping, setMapping] = useState(data.mapping)
  const remap = useWrite(remapLoanImport, {
    onError: (error) => {
      setMapping(data.mapping)
      toastError(messageOf(error, 'Failed to change the columns'))
    },
  })
  const set = (field: LoanField, column: string): void => {
    const next: LoanMapping = { ...mapping }
    delete next[field]
    if (column) next[field] = column
    setMapping(next)
    if (requiredLoanFields.every((one) => next[one]))
      remap.mutate({ params: { id: data.id }, body: { mapping: next } })
  }
  const taken = new Set(Object.values(mapping))
  return (
    <Panel title="Columns and how they are read">
      <LoanReadingFields data={data} />
      <div className="mt-4 grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-5">
        {loanFields.map((field) => (
          <SelectField
            key={field}
            label={
              field === 'credit_score' ? creditScoreLabel(data.creditScoreScale) : loanFieldLabels[field]
            }
            required={requiredLoanFields.includes(field)}
            disabled={remap.isPending}
            options={[
              { value: '', label: 'Not in the file' },
              ...data.columns.map((column) => ({
                value: column,
                label: column,
                disabled: taken.has(column) && mapping[field] !== column,
              })),
            ]}
            value={mapping[field] ?? ''}
            error={requiredLoanFields.includes(field) && !mapping[field] ? 'Choose the column' : undefined}
            onChange={(event) => set(field, event.target.value)}
          />
        ))}
      </div>
    </Panel>
  )
}
