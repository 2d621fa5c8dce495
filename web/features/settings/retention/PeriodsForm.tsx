import type { ReactElement } from 'react'
import {
  previewRetention,
  type RetentionPeriods,
  type RetentionPreview,
  typedRetentionPeriods,
  updateRetention,
} from '#contract/system/retention.ts'
import { retentionGroups, retentionKinds } from '#contract/system/retention-terms.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useZodForm } from '#web/lib/form.ts'
import { countOf } from '#web/lib/format.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { cx } from '#web/ui/cx.ts'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons, NO_CHANGES } from '#web/ui/FormButtons.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { PeriodRow, periodGrid } from './PeriodRow.tsx'
import { changesOf, type PeriodChange, shorterOf, shorterWords } from './period-changes.ts'

/** In the fields a number is text. */
const asTyped = (periods: RetentionPeriods) =>
  Object.fromEntries(
    retentionKinds.map((kind) => [kind, { ...periods[kind], count: String(periods[kind].count) }]),
  ) as unknown as RetentionPeriods // one for each kind; the schema reads the text as a number

/** The editable periods. Before a shorter one is saved, the user sees the records that it removes. */
export function PeriodsForm({ saved }: { saved: RetentionPeriods }): ReactElement {
  const refusal = useRefusal('retention.write')
  const due = useRead(previewRetention, { body: { periods: {} } })
  const removed = countDue(due.data)
  const form = useZodForm(typedRetentionPeriods, asTyped(saved))
  const { isDirty, isSubmitting } = form.formState
  const reason = refusal ?? (isDirty ? null : NO_CHANGES)
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const edit = useFormEdit(updateRetention, form, { record: saved, toForm: asTyped })
  const save = useWrite(updateRetention, {
    edit,
    onSuccess: (periods) => {
      saving.show(asTyped(periods))
      toastSuccess('Periods saved. They apply from tonight.')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to save the periods')),
  })
  const submit = async (typed: RetentionPeriods): Promise<void> => {
    const changes = changesOf(saved, typed)
    const periods = Object.fromEntries(changes.map(({ kind, after }) => [kind, after]))
    const shorter = shorterOf(changes)
    if (shorter.length > 0 && !(await isConfirmed(shorter, periods))) return
    save.mutate({ body: { periods, confirmed: shorter.length > 0 } })
  }
  return (
    <Form edit={edit} keepAs="Periods" onSubmit={form.handleSubmit(saving.from(submit))}>
      <p className="max-w-3xl text-ink-soft">
        Every night, data past its period is removed for good. Decisions to call, opt-outs and the audit log
        are kept as evidence, without names.
        {/* a line of its own from the start: nothing below it moves when it is counted */}
        <span className="mt-1 block min-h-5 font-medium text-ink">{due.data && tonight(removed)}</span>
      </p>
      <div className="-mx-4 border-t border-line">
        {/* each row repeats these for screen readers */}
        <div aria-hidden className={cx(periodGrid, 'px-4 py-2 text-xs text-ink-soft')}>
          <span>Data</span>
          <span className="max-md:hidden">{removed > 0 && 'Removed tonight'}</span>
          <span>Kept for</span>
        </div>
        {retentionGroups.map(({ title, kinds }) => (
          <section key={title} aria-label={title}>
            <h3 className="border-y border-line bg-canvas px-4 py-1.5 text-xs font-semibold">{title}</h3>
            <ul className="divide-y divide-line">
              {kinds.map((kind) => (
                <PeriodRow
                  key={kind}
                  kind={kind}
                  form={form}
                  readOnly={refusal !== null}
                  due={due.data?.find((each) => each.kind === kind)}
                  isUnknown={due.isError}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <FormButtons sticky note={reason ?? 'Changes apply from tonight.'} className="-mt-4">
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'secondary'}
          disabledReason={reason}
          pending={save.isPending || isSubmitting}
          pendingText="Saving..."
        >
          Save Changes
        </Button>
      </FormButtons>
    </Form>
  )
}

const countDue = (due: readonly RetentionPreview[] = []): number =>
  due.reduce((sum, { count }) => sum + count, 0)

const tonight = (records: number): string =>
  records === 0
    ? 'Nothing is due for removal tonight.'
    : `${countOf(records, 'record is', 'records are')} due for removal tonight.`

/** Confirms with the numbers of records; false also where they could not be counted. */
async function isConfirmed(
  shorter: readonly PeriodChange[],
  periods: Partial<RetentionPeriods>,
): Promise<boolean> {
  let due: RetentionPreview[]
  try {
    due = await call(previewRetention, { body: { periods } })
  } catch (error) {
    toastError(messageOf(error, 'What would be removed could not be counted'))
    return false
  }
  const lines = shorter.flatMap((change) => {
    const found = due.find(({ kind }) => kind === change.kind)
    return found ? [{ text: shorterWords(change, found), count: found.count }] : []
  })
  const removes = lines.some(({ count }) => count > 0)
  return confirm({
    title: 'Keep data for a shorter time?',
    body: (
      <>
        <p>{removes ? 'The coming night removes, for good:' : 'The coming night removes nothing yet:'}</p>
        <ul className="mt-2 list-disc pl-5">
          {lines.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </>
    ),
    action: removes ? 'Save, remove tonight' : 'Save',
    danger: removes,
  })
}
