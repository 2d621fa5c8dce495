import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import {
  type BrokerProfile,
  profileBody,
  readProfile,
  updateProfile,
} from '#contract/accounts/broker-accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { keyOf } from '#web/api/topics.ts'
import { useWrite } from '#web/api/use-write.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { membershipOptions, regionOptions } from '../sign-in/register-form.ts'

type Values = z.input<typeof profileBody>

function valuesOf(profile: BrokerProfile): Values {
  return {
    name: profile.name,
    phone: profile.phone && formatPhone(profile.phone),
    company: profile.company ?? '',
    region: profile.region ?? '',
    asicNumber: profile.asicNumber ?? '',
    membership: profile.membership ?? '',
  }
}

/** The broker's own profile; the email address cannot be changed. */
export function ProfileForm({ profile }: { profile: BrokerProfile }): ReactElement {
  const client = useQueryClient()
  const form = useZodForm(profileBody, valuesOf(profile))
  const { reset } = form
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const saving = useSavedForm(form)
  const edit = useFormEdit(updateProfile, form, { record: profile, toForm: valuesOf })
  const save = useWrite(updateProfile, {
    edit,
    onSuccess: (saved) => {
      saving.show(valuesOf(saved))
      client.setQueryData(keyOf(readProfile), saved)
      toast({
        title: 'Profile Updated',
        message: 'Your profile information has been saved successfully.',
        tone: 'success',
      })
    },
    onError: (error) => {
      showServerErrors(form, error)
      toastError(messageOf(error, 'Failed to update profile'), 'Update Failed')
    },
  })
  return (
    <Panel title="Profile Information" hideTitle>
      <Form
        label="Profile Information"
        edit={edit}
        className="grid gap-4 md:grid-cols-2"
        onSubmit={form.handleSubmit(saving.from((body) => save.mutate({ body })))}
      >
        <TextField label="Full Name" autoComplete="name" required {...field(form, 'name')} />
        <TextField
          label="Email Address"
          type="email"
          readOnly
          help="Email cannot be changed"
          value={profile.email}
        />
        <TextField label="Phone Number" type="tel" autoComplete="tel" required {...field(form, 'phone')} />
        <SelectField label="Region" options={regionOptions} {...field(form, 'region')} />
        <TextField label="Company/Brokerage" autoComplete="organization" {...field(form, 'company')} />
        <SelectField
          label="Membership"
          options={membershipOptions(profile.membership)}
          {...field(form, 'membership')}
        />
        <TextField label="ASIC Number" autoComplete="off" {...field(form, 'asicNumber')} />
        <FormButtons className="md:col-span-2">
          {isDirty && !save.isPending && (
            <Button variant="ghost" size="lg" onClick={() => reset(valuesOf(profile))}>
              Undo changes
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={save.isPending}
            pendingText="Saving..."
            className="max-sm:w-full"
          >
            Save Changes
          </Button>
        </FormButtons>
      </Form>
    </Panel>
  )
}
