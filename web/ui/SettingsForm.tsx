import type { ReactElement, ReactNode } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Action } from '#contract/policy.ts'
import type { AnswerOf, CallInput } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { useScrolledTo } from '#web/lib/use-scrolled-to.ts'
import { Button } from './Button.tsx'
import { Panel } from './Card.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Form } from './Form.tsx'
import { FormButtons, NO_CHANGES } from './FormButtons.tsx'
import { Loading, Skeleton } from './Skeleton.tsx'

interface SettingsPanelProps<Rec> {
  title: string
  /** Target of links with this hash. */
  name?: string
  read: { data: Rec | undefined; error: Error | null; refetch: () => unknown }
  loadingText: string
  failure: string
  /** Height of the form while it loads. */
  skeleton: string
  children: (record: Rec) => ReactNode
}

/** A panel of settings: loads them, and shows a failure with another try. */
export function SettingsPanel<Rec>(props: SettingsPanelProps<Rec>): ReactElement {
  const { title, name, read, loadingText, failure, skeleton, children } = props
  const place = useScrolledTo(name ?? '')
  return (
    <div ref={place} id={name} className="scroll-mt-20">
      <Panel title={title}>
        {read.data !== undefined ? (
          children(read.data)
        ) : read.error ? (
          <ErrorState title={failure} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <Loading text={loadingText}>
            <Skeleton className={skeleton} />
          </Loading>
        )}
      </Panel>
    </div>
  )
}

type ObjectSchema = z.ZodType<FieldValues, FieldValues>

interface SettingsFormProps<E extends Endpoint, S extends ObjectSchema> {
  /** Saves the settings and returns them as saved. */
  endpoint: E
  schema: S
  record: AnswerOf<E>
  toForm: (record: AnswerOf<E>) => z.input<S>
  /** The right to change them; without it the fields can only be read. */
  right: Action
  /** Why they cannot be changed now. */
  disabledReason?: string | null
  /** Name of the draft. */
  keepAs: string
  success: string
  failure: string
  /** Text of the button. */
  save?: string
  children: (fields: {
    form: UseFormReturn<z.input<S>, unknown, z.output<S>>
    readOnly: boolean
  }) => ReactNode
}

/**
 * A form of settings that stays open: it keeps a draft, merges changes by other users, asks before it is left with
 * changes, and puts refusals at their fields.
 */
export function SettingsForm<E extends Endpoint, S extends ObjectSchema>(
  props: SettingsFormProps<E, S>,
): ReactElement {
  const { endpoint, schema, record, toForm, keepAs, success, failure, children } = props
  const forbidden = useRefusal(props.right)
  const refusal = forbidden ?? props.disabledReason ?? null
  // the values of a schema's input are complete, so they are default values too
  const form = useZodForm(schema, toForm(record) as DefaultValues<z.input<S>>)
  const edit = useFormEdit(endpoint, form, { record, toForm })
  const { isDirty } = form.formState
  const reason = refusal ?? (isDirty ? null : NO_CHANGES)
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const save = useFormWrite(form, endpoint, {
    edit,
    success,
    failure,
    onSuccess: (saved) => saving.show(toForm(saved)),
  })
  // the schema is the one of the endpoint's body
  const send = (body: z.output<S>): void => save.mutate({ body } as unknown as CallInput<E>)
  return (
    <Form edit={edit} keepAs={keepAs} onSubmit={form.handleSubmit(saving.from(send))}>
      {children({ form, readOnly: refusal !== null })}
      <FormButtons sticky note={reason}>
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'secondary'}
          disabledReason={reason}
          pending={save.isPending}
          pendingText="Saving..."
        >
          {props.save ?? 'Save Changes'}
        </Button>
      </FormButtons>
    </Form>
  )
}
