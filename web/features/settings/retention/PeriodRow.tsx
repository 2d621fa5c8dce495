import type { ReactElement } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { RetentionPeriods, RetentionPreview, typedRetentionPeriods } from '#contract/system/retention.ts'
import { dayCount, periodUnits, periodWords } from '#contract/system/retention-periods.ts'
import { type RetentionKind, retentionTerms } from '#contract/system/retention-terms.ts'
import { field } from '#web/lib/form.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useFieldAria } from '#web/lib/use-field-aria.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldNote } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Input } from '#web/ui/TextField.tsx'
import { dueWords } from './period-changes.ts'

const units = periodUnits.map((unit) => ({ value: unit, label: unit }))

/** Kind, removal and period; on a phone kind and period on one line. */
export const periodGrid =
  'grid grid-cols-[minmax(0,1fr)_10.5rem] gap-x-3 md:grid-cols-[minmax(0,1fr)_9rem_11rem] md:gap-x-6'

interface PeriodRowProps {
  kind: RetentionKind
  form: UseFormReturn<z.input<typeof typedRetentionPeriods>, unknown, RetentionPeriods>
  readOnly: boolean
  /** Records that the coming night removes; undefined while they are counted. */
  due: RetentionPreview | undefined
  /** It could not be counted. */
  isUnknown: boolean
}

type TermsProps = Pick<PeriodRowProps, 'kind' | 'form' | 'readOnly' | 'due'>

/** One kind: description and reason, its period, and the records due for removal tonight. */
export function PeriodRow({ kind, form, readOnly, due, isUnknown }: PeriodRowProps): ReactElement {
  const { label } = retentionTerms[kind]
  const { error, ...count } = field(form, `${kind}.count`)
  const { control, noteId } = useFieldAria({ error })
  return (
    <li className={cx(periodGrid, 'px-4 py-3 max-md:pb-0')}>
      <div className="min-w-0 max-md:contents">
        <h4 className="font-medium max-md:self-center">{label}</h4>
        <Terms kind={kind} form={form} readOnly={readOnly} due={due} />
      </div>
      <Due due={due} isUnknown={isUnknown} />
      <fieldset className="min-w-0">
        <legend className="sr-only">Kept for: {label}</legend>
        <div className="flex gap-2">
          <span className="w-14 shrink-0">
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
        {error && <FieldNote id={noteId} error={error} help={null} />}
      </fieldset>
    </li>
  )
}

/** The data that goes and stays, and the reason for the recommended period; on a phone all open from one line. */
function Terms({ kind, form, readOnly, due }: TermsProps): ReactElement {
  const { label, reason, usual } = retentionTerms[kind]
  return (
    <div className="text-xs text-ink-soft max-md:order-last max-md:col-span-2">
      <p className="text-sm max-md:hidden">
        <Scope kind={kind} />
      </p>
      <Recommended kind={kind} form={form} readOnly={readOnly} />
      <details>
        <summary className="w-fit max-w-full pt-0.5 hover:text-ink max-md:w-full max-md:py-3.5">
          <span className="md:hidden">What is removed</span>
          <span className="max-md:hidden">
            Why<span className="sr-only"> {label} are kept so long</span>
          </span>
          {due !== undefined && due.count > 0 && (
            <span className="ml-auto font-medium text-amber-ink md:hidden">
              {formatNumber(due.count)} tonight
            </span>
          )}
        </summary>
        <p className="pt-1 max-md:pb-2">
          <span className="md:hidden">
            <Scope kind={kind} />{' '}
          </span>
          Recommended: {periodWords(usual)}. {reason}
        </p>
      </details>
    </div>
  )
}

function Scope({ kind }: Pick<PeriodRowProps, 'kind'>): ReactElement {
  const { removes, keeps } = retentionTerms[kind]
  return (
    <>
      Removes: {removes}. {keeps !== null && `Keeps: ${keeps}.`}
    </>
  )
}

/** The recommended period with a button that enters it, where the form has another. */
function Recommended({ kind, form, readOnly }: Omit<TermsProps, 'due'>): ReactElement | null {
  const { label, usual } = retentionTerms[kind]
  const [count, unit] = useWatch({ control: form.control, name: [`${kind}.count`, `${kind}.unit`] })
  if (dayCount({ count: Number(count), unit }) === dayCount(usual)) return null
  const reset = (): void => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue(`${kind}.unit`, usual.unit, options)
    form.setValue(`${kind}.count`, String(usual.count), options)
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 py-0.5">
      Recommended: {periodWords(usual)}
      {!readOnly && (
        <button
          type="button"
          aria-label={`Reset ${label} to ${periodWords(usual)}`}
          onClick={reset}
          className="link touch-target font-medium"
        >
          Reset
        </button>
      )}
    </p>
  )
}

function Due({ due, isUnknown }: Pick<PeriodRowProps, 'due' | 'isUnknown'>): ReactElement {
  return (
    <div className="min-w-0 py-1.5 max-md:hidden">
      {due ? (
        due.count > 0 ? (
          <p className="font-medium text-amber-ink">{dueWords(due)}</p>
        ) : (
          <p className="sr-only">Nothing is removed tonight</p>
        )
      ) : isUnknown ? (
        <p className="text-ink-soft">Could not be counted</p>
      ) : (
        <Skeleton className="h-5 w-24" />
      )}
    </div>
  )
}
