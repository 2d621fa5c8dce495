// Decides whether a request for a microsite's page is a person's visit, and which of its data is stored.

import { isbot } from 'isbot'
import { MAX_UTM } from '#contract/microsites/microsites.ts'
import { cutText } from '#contract/plain-text.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>
export type Device = 'phone' | 'tablet' | 'desktop' | 'other'

export interface Tags {
  source: string | null
  medium: string | null
  campaign: string | null
  content: string | null
  term: string | null
}

/** The start of the user agent of every browser, including Opera Mini, with one of the usual engines. */
const BROWSER = /^(?:Mozilla\/5\.0|Opera\/9\.80) \(.*(?:AppleWebKit|Gecko\/|Trident\/|Presto\/)/
/** Apple's link previews name only the engine; every browser and app adds its own name. */
const BARE_ENGINE = /\(KHTML, like Gecko\)$/
/**
 * Programs that isbot takes for a browser: link checks by Office and Outlook, email scanners, messenger previews, and the
 * Firefox of 2015 that Discord and others pretend to be.
 */
const NOT_BROWSERS =
  /\b(?:ms-office|msoffice|microsoft (?:office|outlook)|safelinks|proofpoint|mimecast|barracuda|forcepoint|symantec|trendmicro|viber|googlemessages|apple-?linkpresentation|com\.apple\.WebKit\.Networking)\b|Intel Mac OS X 10\.10; rv:38\.0\) .*Firefox\/38\.0$/i

const KNOWN_AGENTS = 2000
const agents = new Map<string, boolean>()

/** True for the user agent of a person's browser; false for bots, previews, scanners and other programs. */
export function isBrowser(agent: string): boolean {
  const known = agents.get(agent)
  if (known !== undefined) return known
  const result = BROWSER.test(agent) && !BARE_ENGINE.test(agent) && !NOT_BROWSERS.test(agent) && !isbot(agent)
  if (agents.size >= KNOWN_AGENTS) agents.clear()
  agents.set(agent, result)
  return result
}

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** True when the browser prefetches the page, which may never be viewed. */
export function isPrefetch(headers: Headers): boolean {
  return PREFETCH_HEADERS.some(
    (name) => headers[name] !== undefined && /prefetch|prerender|preview/i.test(text(headers[name])),
  )
}

/** True when a person's browser opens the page itself, not e.g. as an image or frame. */
/** @param preview staff preview the page: its address contains `?preview` */
export function isVisit(method: string, headers: Headers, preview = false): boolean {
  if (method !== 'GET' || preview || isPrefetch(headers)) return false
  const destination = text(headers['sec-fetch-dest'])
  if (destination !== '' && destination !== 'document') return false
  return isBrowser(text(headers['user-agent']))
}

/** The five UTM tags of a link, trimmed and truncated; null for missing ones. */
export function tagsOf(query: Readonly<Record<string, unknown>>): Tags {
  return {
    source: tag(query.utm_source),
    medium: tag(query.utm_medium),
    campaign: tag(query.utm_campaign),
    content: tag(query.utm_content),
    term: tag(query.utm_term),
  }
}

function tag(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first !== 'string') return null
  // truncated before the replacements below, because a link may be of any length
  const truncated = cutText(first.trimStart(), MAX_UTM)
  return (
    truncated
      .replaceAll(/\p{Cc}+/gu, ' ')
      .toWellFormed()
      .trim() || null
  )
}

const MAX_INT4 = 2_147_483_647

/** The broker id of a link; it may not exist in the database. */
export function brokerOf(query: Readonly<Record<string, unknown>>): number | null {
  const value: unknown = Array.isArray(query.broker) ? query.broker[0] : query.broker
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return null
  const id = Number(value)
  return id >= 1 && id <= MAX_INT4 ? id : null
}

const MAX_HOST = 253

/** The host of the referring page; null if there is none or it is this installation. */
export function referrerHost(referer: string | undefined, ownHost: string): string | null {
  const host = (referer && URL.parse(referer)?.hostname) || ''
  return host === '' || host === ownHost || host.length > MAX_HOST ? null : host
}

export function deviceOf(agent: string): Device {
  if (/smart-?tv|tizen.*tv|web0s|hbbtv|appletv|googletv|crkey|playstation|xbox|nintendo/i.test(agent))
    return 'other'
  if (/ipad|tablet|kindle|silk\/|playbook|android(?!.*(?:mobile|opera mini))/i.test(agent)) return 'tablet'
  if (/mobi|iphone|ipod|android|opera mini|windows phone/i.test(agent)) return 'phone'
  return /windows nt|macintosh|x11|cros/i.test(agent) ? 'desktop' : 'other'
}

function text(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
