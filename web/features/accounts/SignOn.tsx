import { KeyRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSearchParams } from 'react-router'
import { SIGN_ON_START, signOnOffer, signOnRefusals } from '#contract/accounts/sign-on.ts'
import { useRead } from '#web/api/use-read.ts'
import { ButtonLink } from '#web/ui/Button.tsx'

/** How staff sign in here; `isKnown` is false until the server has answered, or failed to. */
export function useSignOn(): { isKnown: boolean; label: string | null; enforced: boolean } {
  const { data, isPending } = useRead(signOnOffer)
  return { isKnown: !isPending, label: data?.label ?? null, enforced: data?.enforced ?? false }
}

/** Leads to the issuer of the single sign-on. */
export function SignOnLink({ label, primary }: { label: string; primary: boolean }): ReactElement {
  return (
    <ButtonLink
      to={SIGN_ON_START}
      reloadDocument
      size="lg"
      variant={primary ? 'primary' : 'secondary'}
      icon={KeyRound}
      className="w-full"
    >
      Sign in with {label}
    </ButtonLink>
  )
}

/** Why the issuer's answer opened no session. */
export function SignOnRefused(): ReactElement | null {
  const [query] = useSearchParams()
  const reason = query.get('sso') ?? ''
  const [, text] = Object.entries(signOnRefusals).find(([name]) => name === reason) ?? []
  if (!text) return null
  return (
    <p role="alert" className="rounded-lg border border-line bg-red-soft p-3 text-red-ink">
      {text}
    </p>
  )
}
