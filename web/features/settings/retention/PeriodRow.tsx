import type { ReactElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { RetentionPeriods, RetentionPreview, typedRetentionPeriods } from '#contract/system/retention.ts'
import { periodUnits } from '#contract/system/retention-periods.ts'
import { type RetentionKind, retentionTerms } from '#contract/system/retention-terms.ts'
import { field } from '#web/lib/form.ts'
import { useFieldAria } from '#web/lib/use-field-aria.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldNote } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Input } from '#web/ui/TextField.tsx'
import { dueWords } from './period-changes.ts'

const units = periodUnits.map((unit) => ({ value: unit, label: unit }))

/** Kind, period and removal: on a wide screen below one head, on a phone the last two on a line of their own. */
export const periodGrid =
  'grid grid-cols-[minmax(0,12rem)_minmax(0,1fr)] gap-x-6 gap-y-2 max-md:gap-x-4 md:grid-cols-[minmax(0,1fr)_13rem] lg:grid-cols-[minmax(0,1fr)_13rem_10rem]'

interface PeriodRowProps {
  kind: RetentionKind
  form: UseFormReturn<z.input<typeof typedRetentionPeriods>, unknown, RetentionPeriods>
  readOnly: boolean
  /** Records that the coming night removes; undefined while they are counted. */
  due: RetentionPreview | undefined
  /** It could not be counted. */
  isUnknown: boolean
}

/** One kind: description and reason, its period, and the records due for removal tonight. */
export function PeriodRow({ kind, form, readOnly, due, isUnknown }: PeriodRowProps): ReactElement {
  const { label, goes, reason } = retentionTerms[kind]
  const { error, ...count } = field(form, `${kind}.count`)
  const { control, noteId } = useFieldAria({ error })
  return (
    <li className={cx(periodGrid, 'p-4')}>
      <div className="min-w-0 max-md:col-span-2">
        <h3 className="font-semibold">{label}</h3>
        <p>{goes}</p>
        <p className="mt-1 text-xs text-ink-soft">{reason}</p>
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1 text-xs text-ink-soft lg:sr-only">
          Kept for<span className="sr-only">: {label}</span>
        </legend>
        <div className="mb-1 flex gap-2">
          <span className="w-18 shrink-0">
            <Input
              {...count}
              {...control}
              aria-label={`${label}, number`}
              inputMode="numeric"
              readOnly={readOnly}
            />
          </span>
          <Select
            {...form.register(`${kind}.unit`)}
            aria-label={`${label}, unit`}
            options={units}
            disabled={readOnly}
            className="min-w-0 grow"
          />
        </div>
        <FieldNote id={noteId} error={error} help={null} />
      </fieldset>
      <div className="min-w-0 max-lg:md:col-start-2">
        <p className="mb-1 text-xs text-ink-soft lg:sr-only">Removed tonight</p>
        {due ? (
          <p className={cx('py-1.5 first-letter:uppercase max-md:py-3', due.count === 0 && 'text-ink-soft')}>
            {dueWords(due)}
          </p>
        ) : isUnknown ? (
          <p className="py-1.5 text-ink-soft max-md:py-3">Could not be counted</p>
        ) : (
          <Skeleton className="h-5 w-24" />
        )}
      </div>
    </li>
  )
}
