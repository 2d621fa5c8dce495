/** Whether two-factor must be set up first: a code follows passwords only; issuers and passkeys have their own second factor. */
export function lacksSecondFactor(
  { requireTwoFactor }: { requireTwoFactor: boolean },
  { twoFactorEnabled, method }: { twoFactorEnabled: boolean; method: 'password' | 'sso' | 'passkey' },
): boolean {
  return requireTwoFactor && !twoFactorEnabled && method === 'password'
}

/** True for a request from a page of this installation, or from no page at all. */
export function isOwnOrigin(request: {
  origin: string | undefined
  host: string | undefined
  publicUrl: string
}): boolean {
  if (!request.origin) return true
  const origin = URL.parse(request.origin)
  if (!origin) return false
  const own = new URL(request.publicUrl)
  if (origin.origin === own.origin) return true
  // an attacker on the network can serve pages of the same host name without TLS
  return origin.host === request.host && (own.protocol === 'http:' || origin.protocol === 'https:')
}
