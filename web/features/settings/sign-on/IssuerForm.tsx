import { Plus, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import {
  MOST_GROUPS,
  type SignOnSettings,
  signOnBody,
  testSignOn,
  updateSignOn,
} from '#contract/accounts/sign-on.ts'
import { type StaffRole, staffRoles } from '#contract/policy.ts'
import { messageOf } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { roleLabels } from '#web/features/team/member-labels.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField } from '#web/ui/ChoiceFields.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { FieldNote } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons, NO_CHANGES } from '#web/ui/FormButtons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError } from '#web/ui/toast.ts'

const roleOptions = staffRoles.map((value) => ({ value, label: roleLabels[value] }))
const newGroup = { group: '', role: 'viewer' as StaffRole }

const toForm = (saved: SignOnSettings) => ({
  issuer: saved.issuer ?? '',
  clientId: saved.clientId ?? '',
  clientSecret: '',
  label: saved.issuer === null ? '' : saved.label,
  groupsClaim: saved.groupsClaim,
  groups: saved.groups.length > 0 ? saved.groups : [newGroup],
  trustsEmails: saved.trustsEmails,
})

/** Issuer, client and groups; saved only after the issuer was read. */
export function IssuerForm({ saved }: { saved: SignOnSettings }): ReactElement {
  const form = useZodForm(signOnBody, toForm(saved))
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'groups' })
  const { isDirty, errors } = form.formState
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const save = useFormWrite(form, updateSignOn, {
    refresh: ['auth'],
    success: 'Single sign-on saved',
    failure: 'Failed to save the single sign-on',
    onSuccess: (next) => saving.show(toForm(next)),
  })
  return (
    <Form label="Single sign-on" onSubmit={form.handleSubmit(saving.from((body) => save.mutate({ body })))}>
      <p className="max-w-3xl text-ink-soft">
        Staff sign in with the account of your organisation: Microsoft Entra, Google or any OpenID Connect
        issuer. The groups there decide the role here, at each sign-in.
      </p>
      <CopyField
        label="Redirect URI"
        value={saved.redirectUri}
        help="Register Brokerline at the issuer as a web application with exactly this address."
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Issuer"
          required
          inputMode="url"
          autoComplete="off"
          help="Its address, such as https://accounts.google.com"
          {...field(form, 'issuer')}
        />
        <TextField
          label="Name on the button"
          required
          autoComplete="off"
          help="The sign-in page shows “Sign in with” and this name."
          {...field(form, 'label')}
        />
        <TextField label="Client ID" required autoComplete="off" {...field(form, 'clientId')} />
        <TextField
          label="Client secret"
          type="password"
          autoComplete="new-password"
          required={!saved.hasSecret}
          help={
            saved.hasSecret ? 'Saved. Leave empty to keep it.' : 'Stored encrypted and never shown again.'
          }
          {...field(form, 'clientSecret')}
        />
        <TextField
          label="Claim with the groups"
          required
          autoComplete="off"
          help="Usually groups. Google sends no groups: enter hd, its claim for the domain."
          {...field(form, 'groupsClaim')}
        />
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">Groups and roles</legend>
        <ol aria-label="Groups" className="flex flex-col gap-2">
          {fields.map(({ id }, index) => (
            <li key={id} className="flex flex-wrap items-start gap-2">
              <TextField
                label={`Group ${index + 1}`}
                hideLabel
                placeholder="Name or ID of the group"
                autoComplete="off"
                className="min-w-0 flex-1 max-md:basis-full"
                {...field(form, `groups.${index}.group`)}
              />
              <SelectField
                label={`Role of group ${index + 1}`}
                hideLabel
                options={roleOptions}
                className="w-36 shrink-0 max-md:grow"
                {...field(form, `groups.${index}.role`)}
              />
              <IconButton
                label={`Remove group ${index + 1}`}
                icon={X}
                disabledReason={fields.length === 1 ? 'At least one group is needed.' : null}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ol>
        <FieldNote
          id="sign-on-groups"
          error={errors.groups?.message ?? errors.groups?.root?.message}
          help="A person in several groups gets the first of these roles: admin, lender, compliance, viewer. A person in no group cannot sign in."
        />
        <span>
          <Button
            size="sm"
            icon={Plus}
            disabledReason={fields.length >= MOST_GROUPS ? `At most ${MOST_GROUPS} groups.` : null}
            onClick={() => append(newGroup)}
          >
            Add group
          </Button>
        </span>
      </fieldset>
      <CheckboxField
        label="The issuer verifies email addresses"
        help="For Microsoft Entra, which does not say so itself. Leave off for an issuer whose people enter their own address."
        {...form.register('trustsEmails')}
      />
      <TestIssuer issuerOf={() => form.getValues('issuer')} />
      <FormButtons sticky note={isDirty ? null : NO_CHANGES}>
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'secondary'}
          disabledReason={isDirty ? null : NO_CHANGES}
          pending={save.isPending}
          pendingText="Reading the issuer..."
        >
          Save Changes
        </Button>
      </FormButtons>
    </Form>
  )
}

/** Reads the issuer and says what it answers; saves nothing. */
function TestIssuer({ issuerOf }: { issuerOf: () => string }): ReactElement {
  const [result, setResult] = useState<AnswerOf<typeof testSignOn> | null>(null)
  const test = useWrite(testSignOn, {
    onSuccess: setResult,
    onError: (error) => toastError(messageOf(error, 'The issuer could not be tested')),
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="sm"
        pending={test.isPending}
        pendingText="Testing..."
        onClick={() => test.mutate({ body: { issuer: issuerOf() } })}
      >
        Test the issuer
      </Button>
      <div role="status">
        {result && (
          <div className="rounded-lg border border-line p-3">
            <p className="font-medium">
              {result.ok ? 'The issuer can be used.' : 'The issuer cannot be used.'}
            </p>
            <ul className="mt-1 text-ink-soft">
              {result.facts.map((fact) => (
                <li key={fact} className="break-words">
                  {fact}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  )
}
