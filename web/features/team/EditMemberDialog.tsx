import type { ReactElement } from 'react'
import { inviteMember, type Member, updateMember } from '#contract/accounts/team.ts'
import { fullName } from '#web/features/accounts/person.ts'
import { useZodForm } from '#web/lib/form.ts'
import { useFormEdit } from '#web/lib/use-edit.ts'
import { useFormWrite } from '#web/lib/use-form-write.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MemberFields } from './MemberFields.tsx'

const fields = inviteMember.body.omit({ email: true })

const valuesOf = ({ firstName, lastName, role }: Member) => ({ firstName, lastName, role })

/** Changes the name and role of a team member; mounted while it is open. */
export function EditMemberDialog({ member, onClose }: { member: Member; onClose: () => void }): ReactElement {
  const form = useZodForm(fields, valuesOf(member))
  const edit = useFormEdit(updateMember, form, { record: member, toForm: valuesOf })
  const update = useFormWrite(form, updateMember, {
    edit,
    refresh: ['auth'],
    success: (changed) => `${fullName(changed)} was updated`,
    failure: 'Failed to update the team member',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${fullName(member)}`}
      description={`${member.email}. A new role applies immediately.`}
      dirty={form.formState.isDirty}
      write={update}
      edit={edit}
      submit="Save Changes"
      pendingText="Saving..."
      onSubmit={form.handleSubmit((body) => update.mutate({ params: { id: member.id }, body }))}
    >
      <MemberFields form={form} roleRefusal={member.isSelf ? 'You cannot change your own role.' : null} />
    </FormDialog>
  )
}
