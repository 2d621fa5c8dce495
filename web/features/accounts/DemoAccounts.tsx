import type { ReactElement } from 'react'
import { useDemo } from '#web/features/sign-in/use-demo.ts'

interface DemoAccountsProps {
  onChoose: (account: { email: string; password: string }) => void
}

/** The sample credentials of the demo world; a click fills them in. */
export function DemoAccounts({ onChoose }: DemoAccountsProps): ReactElement | null {
  const demo = useDemo()
  if (!demo || demo.accounts.length === 0) return null
  return (
    <div className="mt-1 border-t border-line pt-4">
      <h3 className="text-xs font-medium text-ink-soft">Demo accounts: choose one to fill the form in</h3>
      <ul className="mt-1 -mr-2 -ml-2">
        {demo.accounts.map((account) => (
          <li key={account.email}>
            {account.role === 'broker' ? (
              <div className="px-2 py-1.5">
                <Credentials {...account} remark="for the Broker Portal" />
              </div>
            ) : (
              <button
                type="button"
                onClick={() => onChoose(account)}
                className="w-full touch-target rounded-md px-2 py-1.5 text-left hover:bg-hover"
              >
                <Credentials {...account} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface CredentialsProps {
  email: string
  password: string
  role: string
  remark?: string
}

function Credentials({ email, password, role, remark }: CredentialsProps): ReactElement {
  return (
    <span className="block text-xs">
      <span className="mb-0.5 block text-ink-soft">
        <span className="capitalize">{role}</span> {remark}
      </span>
      <span className="block break-words">
        {email} / <span className="whitespace-nowrap">{password}</span>
      </span>
    </span>
  )
}
