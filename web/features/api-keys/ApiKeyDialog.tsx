import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { apiKeyBody, createApiKey } from '#contract/accounts/api-keys.ts'
import { scopeLabels, scopes } from '#contract/accounts/scopes.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { ChoiceList } from './ChoiceList.tsx'
import { secretResult } from './secret-result.tsx'

const NEVER = 'never'
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: NEVER, label: 'Does not expire' },
]
const options = scopes.map((scope) => ({ value: scope, label: scopeLabels[scope] }))
const formFields = apiKeyBody.omit({ expiresInDays: true }).extend({ lifetime: z.string() })

/** Makes an API key and shows it this one time; mounted while it is open. */
export function ApiKeyDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [token, setToken] = useState<string | null>(null)
  const form = useZodForm(formFields, { name: '', scopes: ['admin_area.read'], lifetime: '365' })
  const create = useFormWrite(form, createApiKey, {
    failure: 'Failed to make the key',
    onSuccess: (made) => setToken(made.token),
  })
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title="New API key"
      description="Another program calls the API with it, within these scopes."
      dirty={form.formState.isDirty}
      write={create}
      submit="Make key"
      pendingText="Making..."
      onSubmit={form.handleSubmit(({ lifetime, ...body }) =>
        create.mutate({ body: { ...body, expiresInDays: lifetime === NEVER ? null : Number(lifetime) } }),
      )}
      result={
        token !== null &&
        secretResult({ label: 'API key', secret: token, help: 'Sent as Authorization: Bearer …', onClose })
      }
    >
      <TextField
        label="Name"
        required
        help="The program that will use it. The audit log shows it."
        {...field(form, 'name')}
      />
      <SelectField label="Expires after" options={lifetimes} {...field(form, 'lifetime')} />
      <ChoiceList
        control={form.control}
        name="scopes"
        label="Scopes"
        help="Personal documents, recordings, reviews, team and vault are open to signed-in people only."
        options={options}
      />
    </FormDialog>
  )
}
