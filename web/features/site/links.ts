/** Targets of a public page's buttons: pure, from addresses that people typed. */

import { carriedTags, SITE } from '#contract/microsites/came-from.ts'

/** An address that is safe in a link: http or https, nothing else; null for any other. */
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
  /** Address of the page with the link: determines which host is this installation. */
  page: string
  /**
   * The query that links within this installation carry, for attribution of later bookings and applications to the
   * visit.
   */
  carried: string
}

/** Carried parameters override those of a configured address; links to other hosts never carry them. */
const CARRIED = ['broker', 'key', SITE, ...carriedTags]

export function siteLink({ address, fallback, page, carried }: Target): SiteLink {
  const here = new URL(page)
  const configured = webLink(address)
  const url = new URL(configured ?? fallback, here)
  if (url.origin !== here.origin) return { href: url.href, outside: true }
  if (carried !== '') for (const name of CARRIED) url.searchParams.delete(name)
  for (const [name, value] of new URLSearchParams(carried)) url.searchParams.set(name, value)
  // without the host: correct also where the page is reached by another name
  return { href: `${url.pathname}${url.search}${url.hash}`, outside: false }
}
