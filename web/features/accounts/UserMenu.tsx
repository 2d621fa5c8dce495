import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, LogOut, Monitor, Moon, ShieldCheck, Sun, UserRoundPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { type StaffUser, signOut } from '#contract/accounts/accounts.ts'
import { roleMay } from '#contract/policy.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { forgetRead, leaveSession } from '#web/api/session.ts'
import { forgetRecent } from '#web/lib/recent-records.ts'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { settingsPart } from '#web/routes/paths.ts'
import { Menu, MenuItem, MenuRadio, MenuRule } from '#web/ui/Menu.tsx'
import { toastError } from '#web/ui/toast.ts'
import { fullName, initials, shortName } from './person.ts'

const themeOptions = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

/** The signed-in person, the theme and sign-out. */
export function UserMenu({ user }: { user: StaffUser }): ReactElement {
  const theme = useTheme()
  const leave = useSignOut()
  const navigate = useNavigate()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`User menu, ${shortName(user)}`}
          className="flex h-8 touch-target items-center justify-center gap-2 rounded-lg px-1 hover:bg-hover"
        >
          <Avatar user={user} />
          <span className="hidden max-w-24 truncate md:inline min-[1440px]:max-w-40">{shortName(user)}</span>
          <ChevronDown
            aria-hidden
            className="hidden size-3.5 text-ink-faint min-[1440px]:inline"
            strokeWidth={2}
          />
        </button>
      }
    >
      <div className="max-w-64 px-2 py-1.5">
        <p className="truncate font-medium">{fullName(user)}</p>
        <p className="truncate text-xs text-ink-soft">{user.email}</p>
        <p className="mt-0.5 text-xs text-ink-soft capitalize">{user.role}</p>
      </div>
      <MenuRule />
      <MenuRadio label="Theme" value={theme} onChange={setTheme} options={themeOptions} />
      <MenuRule />
      <MenuItem icon={ShieldCheck} onSelect={() => void navigate('/security')}>
        Security
      </MenuItem>
      {roleMay(user.role, 'team.write') && (
        <MenuItem icon={UserRoundPlus} onSelect={() => void navigate(settingsPart.team)}>
          Team
        </MenuItem>
      )}
      <MenuItem icon={LogOut} onSelect={() => void leave()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}

function Avatar({ user }: { user: StaffUser }): ReactElement {
  if (user.profileImageUrl) {
    return <img src={user.profileImageUrl} alt="" className="size-6 rounded-full object-cover" />
  }
  return (
    <span
      aria-hidden
      className="flex size-6 items-center justify-center rounded-full bg-selected text-[0.6875rem] font-semibold text-link"
    >
      {initials(user)}
    </span>
  )
}

function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      await call(signOut)
    } catch (error) {
      toastError(messageOf(error, 'You could not be signed out. Please try again.'))
      return
    }
    leaveSession(client)
    forgetRecent()
    await navigate('/')
    forgetRead(client)
  }
}
