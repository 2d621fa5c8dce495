import { Ellipsis, MailPlus, Pencil, ShieldOff, UserRoundCheck, UserRoundX } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Member } from '#contract/accounts/team.ts'
import { fullName } from '#web/features/accounts/person.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuRule } from '#web/ui/Menu.tsx'
import { useMemberChanges } from './use-member-changes.ts'

interface MemberActionsProps {
  member: Member
  onEdit: (member: Member) => void
}

/** An admin's actions on a member of staff or an invitation. */
export function MemberActions({ member, onEdit }: MemberActionsProps): ReactElement {
  const changes = useMemberChanges(member)
  const name = fullName(member)
  const self = (what: string): string | null => (member.isSelf ? what : null)
  return (
    <Menu trigger={<IconButton label={`More for ${name}`} icon={Ellipsis} />}>
      <MenuItem icon={Pencil} onSelect={() => onEdit(member)}>
        Edit name and role
      </MenuItem>
      {member.status === 'invited' ? (
        <>
          <MenuItem icon={MailPlus} onSelect={changes.sendAgain}>
            Send the invitation again
          </MenuItem>
          <MenuRule />
          <MenuItem icon={UserRoundX} danger onSelect={() => void changes.withdraw()}>
            Withdraw the invitation
          </MenuItem>
        </>
      ) : (
        <>
          <MenuItem
            icon={ShieldOff}
            disabledReason={
              self('Turn your own off under Security.') ??
              (member.twoFactorEnabled ? null : 'Two-factor is not on.')
            }
            onSelect={() => void changes.resetTwoFactor()}
          >
            Turn two-factor off
          </MenuItem>
          <MenuRule />
          {member.status === 'deactivated' ? (
            <MenuItem icon={UserRoundCheck} onSelect={changes.reactivate}>
              Reactivate
            </MenuItem>
          ) : (
            <MenuItem
              icon={UserRoundX}
              danger
              disabledReason={self('You cannot deactivate yourself.')}
              onSelect={() => void changes.deactivate()}
            >
              Deactivate
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  )
}
