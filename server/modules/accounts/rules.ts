/** True when a request comes from a page of this installation, or not from a page at all. */
export function isOwnOrigin(request: {
  origin: string | undefined
  host: string | undefined
  publicUrl: string
}): boolean {
  if (!request.origin) return true
  const origin = URL.parse(request.origin)
  if (!origin) return false
  return origin.origin === new URL(request.publicUrl).origin || origin.host === request.host
}
