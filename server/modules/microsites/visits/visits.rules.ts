// Decides whether a request for a microsite's page is a person's visit, and what of it is worth keeping.

import { isbot } from 'isbot'
import { MAX_UTM } from '#contract/microsites.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>
export type Device = 'phone' | 'tablet' | 'desktop' | 'other'

export interface Tags {
  source: string | null
  medium: string | null
  campaign: string | null
  content: string | null
  term: string | null
}

/** How every browser begins, Opera Mini included, and the engines that there are. */
const BROWSER = /^(?:Mozilla\/5\.0|Opera\/9\.80) \(.*(?:AppleWebKit|Gecko\/|Trident\/|Presto\/)/
/** Apple's link previews are its engine and nothing behind it; every browser and app adds its own name. */
const BARE_ENGINE = /\(KHTML, like Gecko\)$/
/**
 * What isbot takes for a browser: Office and Outlook looking at a link, scanners of mail, messengers' previews, and
 * the Firefox of 2015 that Discord and others pretend to be.
 */
const OTHERS =
  /\b(?:ms-office|msoffice|microsoft (?:office|outlook)|safelinks|proofpoint|mimecast|barracuda|forcepoint|symantec|trendmicro|viber|googlemessages|apple-?linkpresentation|com\.apple\.WebKit\.Networking)\b|Intel Mac OS X 10\.10; rv:38\.0\) .*Firefox\/38\.0$/i

const KNOWN_AGENTS = 2000
const agents = new Map<string, boolean>()

/** True for what a person's browser calls itself; bots, previews, scanners and programs call themselves otherwise. */
export function isBrowser(agent: string): boolean {
  const known = agents.get(agent)
  if (known !== undefined) return known
  const answer = BROWSER.test(agent) && !BARE_ENGINE.test(agent) && !OTHERS.test(agent) && !isbot(agent)
  if (agents.size >= KNOWN_AGENTS) agents.clear()
  agents.set(agent, answer)
  return answer
}

const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** True when the browser loads the page ahead, for somebody who may never look at it. */
export function isAhead(headers: Headers): boolean {
  return AHEAD.some(
    (name) => headers[name] !== undefined && /prefetch|prerender|preview/i.test(text(headers[name])),
  )
}

/** True when a person's browser shows the page to them as a page. */
export function isVisit(method: string, headers: Headers): boolean {
  if (method !== 'GET' || isAhead(headers)) return false
  const destination = text(headers['sec-fetch-dest'])
  if (destination !== '' && destination !== 'document') return false
  return isBrowser(text(headers['user-agent']))
}

/** The five UTM tags of a link, trimmed, cut to what is kept; null where the link carries none. */
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
  const given: unknown = Array.isArray(value) ? value[0] : value
  if (typeof given !== 'string') return null
  // cut before anything is searched in it: a link may be as long as somebody likes
  const kept = given.trimStart().slice(0, MAX_UTM)
  return (
    kept
      .replaceAll(/\p{Cc}+/gu, ' ')
      .toWellFormed()
      .trim() || null
  )
}

const MAX_INT4 = 2_147_483_647

/** The broker that a link names; whether there is one by this id is for the database to say. */
export function brokerOf(query: Readonly<Record<string, unknown>>): number | null {
  const value: unknown = Array.isArray(query.broker) ? query.broker[0] : query.broker
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return null
  const id = Number(value)
  return id >= 1 && id <= MAX_INT4 ? id : null
}

const MAX_HOST = 253

/** Host of the page that led here; null without one, and for this installation's own pages. */
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
