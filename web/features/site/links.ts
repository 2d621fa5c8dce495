/** Where the buttons of a public page lead: pure, from addresses that people typed. */

/** An address that may stand in a link: http or https, nothing else; null for anything that is not one. */
export function webLink(address: string | null | undefined): string | null {
  const url = address ? URL.parse(address) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

export interface SiteLink {
  href: string
  /** It leaves this installation. */
  outside: boolean
}

interface Target {
  /** As configured; empty or unusable: `fallback`. */
  address: string | null
  /** A path of this installation such as '/booking'. */
  fallback: string
  /** The page that the link stands on: says which host is this installation. */
  page: string
  broker: number | null
  /** Shows that this page's link was sent to the broker. */
  brokerKey?: string | null
}

/** Links to this installation carry the broker, so that what follows is theirs; those to other hosts never do. */
export function siteLink({ address, fallback, page, broker, brokerKey }: Target): SiteLink {
  const here = new URL(page)
  const configured = webLink(address)
  const url = new URL(configured ?? fallback, here)
  if (url.origin !== here.origin) return { href: url.href, outside: true }
  if (broker !== null) url.searchParams.set('broker', String(broker))
  if (broker !== null && brokerKey) url.searchParams.set('key', brokerKey)
  // without the host: right also where the page is reached by another name
  return { href: `${url.pathname}${url.search}${url.hash}`, outside: false }
}
