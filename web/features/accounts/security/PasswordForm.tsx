import type { ReactElement } from 'react'
import { changePasswordBody } from '#contract/accounts/own-account.ts'
import { topicOf } from '#contract/topics.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { NewPasswordFields, PasswordField } from '#web/features/sign-in/CredentialFields.tsx'
import { withConfirmation } from '#web/features/sign-in/password-rules.ts'
import { field, showServerErrors, useZodForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { Form } from '#web/ui/Form.tsx'
import { FormButtons } from '#web/ui/FormButtons.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'

const schema = withConfirmation(changePasswordBody, 'newPassword')
const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** A new password; every other session ends. */
export function PasswordForm({ email }: { email: string }): ReactElement {
  const { account, size } = useAccountArea()
  const form = useZodForm(schema, empty)
  const change = useWrite(account.changePassword, {
    // the server has ended the other sessions
    refresh: [topicOf(account.listSessions)],
    onSuccess: () => {
      form.reset(empty)
      toast({
        title: 'Password Changed',
        message: 'Your password has been updated successfully.',
        tone: 'success',
      })
    },
    onError: (error) => {
      showServerErrors(form, error)
      toastError(messageOf(error, 'Failed to change password'), 'Password Change Failed')
    },
  })
  return (
    <Panel title="Change password">
      <Form
        label="Change password"
        onSubmit={form.handleSubmit(({ currentPassword, newPassword }) =>
          change.mutate({ body: { currentPassword, newPassword } }),
        )}
      >
        {/* the user name for password managers */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          required
          {...field(form, 'currentPassword')}
        />
        <NewPasswordFields
          label="New Password"
          confirmLabel="Confirm New Password"
          help="At least 8 characters. Your other devices will be signed out."
          password={field(form, 'newPassword')}
          confirmation={field(form, 'confirmPassword')}
        />
        <FormButtons>
          <Button
            type="submit"
            variant="primary"
            size={size}
            pending={change.isPending}
            pendingText="Changing..."
            className="max-sm:w-full"
          >
            Change Password
          </Button>
        </FormButtons>
      </Form>
    </Panel>
  )
}
