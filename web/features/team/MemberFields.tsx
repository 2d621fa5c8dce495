import type { ReactElement } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type StaffRole, staffRoles } from '#contract/policy.ts'
import { field } from '#web/lib/form.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { roleHelp, roleLabels } from './member-labels.ts'

export interface MemberValues {
  firstName: string
  lastName: string
  role: StaffRole
}

interface MemberFieldsProps<Values extends MemberValues> {
  form: UseFormReturn<Values>
  /** Why the role cannot be changed. */
  roleRefusal?: string | null
}

const roleOptions = staffRoles.map((value) => ({ value, label: roleLabels[value] }))

/** Names and role, for an invitation and for later changes. */
export function MemberFields<Values extends MemberValues>(props: MemberFieldsProps<Values>): ReactElement {
  const { roleRefusal = null } = props
  const form = props.form as unknown as UseFormReturn<MemberValues> // the fields below are all in it
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" required autoComplete="off" {...field(form, 'firstName')} />
        <TextField label="Last name" required autoComplete="off" {...field(form, 'lastName')} />
      </div>
      <SelectField
        label="Role"
        required
        options={roleOptions}
        disabled={roleRefusal !== null}
        help={roleRefusal ?? roleHelp[role]}
        {...field(form, 'role')}
      />
    </>
  )
}
