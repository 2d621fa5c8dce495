import type { ReactElement } from 'react'
import { creditScales, creditScaleText } from '#contract/credit-scales.ts'
import {
  getOrganisation,
  neededForCalls,
  type Organisation,
  organisationFields,
  updateOrganisation,
} from '#contract/organisation.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { formatAbn } from '#web/lib/format.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { useScrolledTo } from '#web/lib/use-scrolled-to.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** The organisation that this installation calls and writes for. */
export function OrganisationPanel(): ReactElement {
  const { data, error, refetch } = useRead(getOrganisation)
  const place = useScrolledTo('organisation')
  return (
    <div ref={place} id="organisation" className="scroll-mt-20">
      <Panel title="Organisation">
        {data ? (
          <OrganisationForm organisation={data} />
        ) : error ? (
          <ErrorState
            title="The organisation could not be loaded."
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading text="Loading organisation...">
            <Skeleton className="h-40" />
          </Loading>
        )}
      </Panel>
    </div>
  )
}

const scaleOptions = creditScales.map((value) => ({ value, label: creditScaleText(value) }))

const valuesOf = (organisation: Organisation) => ({ ...organisation, abn: formatAbn(organisation.abn) })

function OrganisationForm({ organisation }: { organisation: Organisation }): ReactElement {
  const refusal = useRefusal('organisation.write')
  const form = useZodForm(organisationFields, valuesOf(organisation))
  const edit = useFormEdit(updateOrganisation, form, { record: organisation, toForm: valuesOf })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const save = useWrite(updateOrganisation, {
    edit,
    onSuccess: (saved) => {
      saving.show(valuesOf(saved))
      toastSuccess('Organisation saved')
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(messageOf(error, 'Failed to save the organisation'))
    },
  })
  const missing = neededForCalls.filter((name) => organisation[name] === '')
  const readOnly = refusal !== null
  return (
    <Form
      edit={edit}
      keepAs="Organisation"
      onSubmit={form.handleSubmit(saving.from((body) => save.mutate({ body })))}
    >
      <p className="max-w-2xl text-ink-soft">
        Named in every call, on public pages and in messages. Legal name, contact phone and agent name are
        required before live calls{missing.length > 0 ? '; fill in the missing ones.' : '.'}
      </p>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <TextField label="Legal name" readOnly={readOnly} {...field(form, 'legalName')} />
        <TextField
          label="Trading name"
          help="What brokers know you by"
          readOnly={readOnly}
          {...field(form, 'tradingName')}
        />
        <TextField label="ABN" inputMode="numeric" readOnly={readOnly} {...field(form, 'abn')} />
        <TextField
          label="Contact phone"
          help="Read out in calls: the number a person answers"
          type="tel"
          readOnly={readOnly}
          {...field(form, 'contactPhone')}
        />
        <TextField
          label="Agent name"
          help="The name the voice agent gives in calls"
          readOnly={readOnly}
          {...field(form, 'agentName')}
        />
        <TextField label="Address" readOnly={readOnly} {...field(form, 'address')} />
        <TextField label="Privacy policy" type="url" readOnly={readOnly} {...field(form, 'privacyUrl')} />
        <TextField label="Terms" type="url" readOnly={readOnly} {...field(form, 'termsUrl')} />
        <TextField
          label="Video link"
          help="For BDMs without a link of their own"
          type="url"
          readOnly={readOnly}
          {...field(form, 'videoLink')}
        />
        <SelectField
          label="Credit scores"
          help="The scale of your loan files. The scorecard’s credit scores follow it; months that have scores keep theirs."
          options={scaleOptions}
          disabled={readOnly}
          {...field(form, 'creditScoreScale')}
        />
        <TextField
          label="Price of a minute"
          help="For budgets: reserved for calls on the line, and counted for calls without a price"
          inputMode="decimal"
          suffix="AUD"
          readOnly={readOnly}
          {...field(form, 'callMinutePrice')}
        />
        <TextField
          label="US dollar"
          help="For budgets, where the vendor bills in US dollars. Empty: those calls count at the price of a minute"
          inputMode="decimal"
          suffix="AUD"
          readOnly={readOnly}
          {...field(form, 'audPerUsd')}
        />
      </div>
      <CheckboxField
        label="No calls on public holidays of the broker’s state"
        help="National public holidays are always left out."
        disabled={readOnly}
        {...field(form, 'respectStateHolidays')}
      />
      <div>
        <Button
          type="submit"
          disabledReason={refusal ?? (isDirty ? null : 'Nothing has changed yet.')}
          pending={save.isPending}
          pendingText="Saving..."
        >
          Save Changes
        </Button>
      </div>
    </Form>
  )
}
