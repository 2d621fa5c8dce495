/** True when a request comes from a page of this installation, or not from a page at all. */
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
  // whoever sits on the network writes pages of the same name without TLS
  return origin.host === request.host && (own.protocol === 'http:' || origin.protocol === 'https:')
}
