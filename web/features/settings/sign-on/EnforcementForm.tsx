import { type FormEvent, type ReactElement, useState } from 'react'
import { enforceSignOn, type SignOnSettings } from '#contract/accounts/sign-on.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Form } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** Staff sign in through single sign-on only, but for one break-glass admin. */
export function EnforcementForm({ saved }: { saved: SignOnSettings }): ReactElement {
  const { enforced, admins } = saved
  const [named, setNamed] = useState(String(saved.breakGlassUserId ?? ''))
  const change = useWrite(enforceSignOn, {
    refresh: ['auth'],
    onSuccess: (next) =>
      toastSuccess(next.enforced ? 'Staff now sign in through single sign-on only' : 'Passwords work again'),
    onError: (error) => toastError(messageOf(error, 'Failed to change how staff sign in')),
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const admin = admins.find(({ id }) => String(id) === named)
    if (!enforced && !admin) return toastError('Name the break-glass admin first.')
    const yes =
      enforced ||
      (await confirm({
        title: 'Turn passwords of staff off?',
        body: `Everybody who signed in with a password or passkey is signed out, except ${admin?.name}. When the issuer is down, only ${admin?.name} can sign in.`,
        action: 'Turn passwords off',
        danger: true,
      }))
    if (yes) change.mutate({ body: { enforced: !enforced, breakGlassUserId: admin?.id ?? null } })
  }
  return (
    <Form label="The only way for staff" onSubmit={(event) => void submit(event)}>
      <p className="max-w-3xl text-ink-soft">
        {enforced
          ? 'Staff sign in through single sign-on only. Passwords, passkeys, resets and invitations of staff are off, except for the break-glass admin. Brokers are not affected.'
          : 'Turns passwords, passkeys, resets and invitations of staff off. Sign in through single sign-on once yourself before. Brokers are not affected.'}
      </p>
      <SelectField
        label="Break-glass admin"
        required
        className="max-w-sm"
        disabled={enforced}
        help="Keeps the password, for the day the issuer is down. Each use is in the audit log and notifies the admins."
        options={[
          { value: '', label: 'Choose an admin' },
          ...admins.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` })),
        ]}
        value={named}
        onChange={(event) => setNamed(event.target.value)}
      />
      <div>
        <Button
          type="submit"
          variant={enforced ? 'secondary' : 'danger'}
          pending={change.isPending}
          pendingText="Changing..."
        >
          {enforced ? 'Allow passwords again' : 'Turn passwords off'}
        </Button>
      </div>
    </Form>
  )
}
