const PRIVATE =
  /^(localhost|.*\.(localhost|local|internal|test|lan|home)|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[::1?\]|\[f[cd].*|\[fe80.*)$/i

/**
 * Why a vendor cannot reach us at this address; null: no objection. Only the address is inspected: whether
 * it is really reachable shows with the first callback.
 */
export function whyUnreachable(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (PRIVATE.test(hostname) || !/[.:]/.test(hostname))
    return `PUBLIC_URL is ${publicUrl}, which only this network reaches. Set it to the address at which the internet reaches this installation.`
  if (protocol !== 'https:')
    return `PUBLIC_URL is ${publicUrl}, without encryption. Set it to an address that begins with https://.`
  return null
}
