import type { ReactElement } from 'react'
import { inviteMember } from '#contract/accounts/team.ts'
import { field, useZodForm } from '#web/lib/form.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { MemberFields } from './MemberFields.tsx'

/** Invites a new member by email; mounted while it is open. */
export function InviteDialog({ onClose }: { onClose: () => void }): ReactElement {
  const form = useZodForm(inviteMember.body, { email: '', firstName: '', lastName: '', role: 'viewer' })
  const invite = useFormWrite(form, inviteMember, {
    success: ({ email }) => `${email} has been invited`,
    failure: 'Failed to send the invitation',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Invite to the team"
      description="They receive an email with a link that works once, within seven days, and set their own password."
      dirty={form.formState.isDirty}
      write={invite}
      submit="Send invitation"
      pendingText="Sending..."
      onSubmit={form.handleSubmit((body) => invite.mutate({ body }))}
    >
      <TextField label="Email" type="email" required autoComplete="off" {...field(form, 'email')} />
      <MemberFields form={form} />
    </FormDialog>
  )
}
