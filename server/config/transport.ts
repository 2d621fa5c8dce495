// What leaves this machine is encrypted, and the other side is who it says: each address that is not is refused at the start.

import { StartupError } from '#server/platform/startup-error.ts'
import { type Env, LOOPBACK, url } from './env.ts'

const hostOf = (parsed: URL): string => parsed.hostname.replace(/^\[|\]$/g, '')

/** An address that starts with https://, or with http:// on this machine or one of `hosts`. @throws StartupError */
export function secureUrl(env: Env, name: string, hosts: readonly string[] = []): string | null {
  const text = url(env, name, ['http:', 'https:'])
  const parsed = text ? URL.parse(text) : null
  if (parsed?.protocol === 'http:' && !LOOPBACK.has(hostOf(parsed)) && !hosts.includes(hostOf(parsed)))
    throw new StartupError(`${name} is wrong: beyond this machine it should start with https://.`)
  return text
}

/** Ways of node-postgres that check the server's certificate; the others fall back, or believe anybody. */
const CHECKED = ['verify-full', 'verify-ca', 'require']

/** As node-postgres reads it: what a parameter says goes before the address's own host. */
const databaseHost = (parsed: URL): string => parsed.searchParams.getAll('host').at(-1) || hostOf(parsed)

/** None, a socket's folder (in an address's host its slashes are written as %2F), or the loopback address. */
const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^%2f/i.test(host) || LOOPBACK.has(host)

/** The address of a database, which says how it is protected where it leaves this machine. @throws StartupError */
export function databaseUrl(env: Env, name: string): string | null {
  const text = url(env, name, ['postgres:', 'postgresql:'])
  const parsed = text ? URL.parse(text) : null
  if (!parsed || isThisMachine(databaseHost(parsed))) return text
  const mode = parsed.searchParams.get('sslmode')
  if (mode !== null && [...CHECKED, 'disable'].includes(mode)) return text
  throw new StartupError(
    `${name} is wrong: beyond this machine it should end in ?sslmode=verify-full, or in ?sslmode=disable where a private network protects the connection.`,
  )
}

/** Where links, cookies and callbacks lead: without TLS to this machine alone, but for the demo. @throws StartupError */
export function publicUrl(env: Env, demo: boolean): string | null {
  return demo ? url(env, 'PUBLIC_URL', ['http:', 'https:']) : secureUrl(env, 'PUBLIC_URL')
}

const HOST = /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/

/** Addresses separated by commas. @throws StartupError */
export function newsFeeds(env: Env): string[] {
  const texts = (env.NEWS_FEEDS ?? '').split(',').map((text) => text.trim())
  const given = texts.filter(Boolean)
  if (given.every((text) => URL.parse(text)?.protocol === 'https:')) return given
  throw new StartupError(
    'NEWS_FEEDS is wrong: it should be addresses of RSS or Atom feeds that start with https://, separated by commas.',
  )
}

/** @throws StartupError for anything but an address that is encrypted, or of this machine */
export function asicDataUrl(env: Env): string | null {
  const text = env.ASIC_DATA_URL?.trim()
  if (!text) return null
  const url = URL.parse(text)
  if (url && (url.protocol === 'https:' || LOOPBACK.has(hostOf(url)))) return text.replace(/\/+$/, '')
  throw new StartupError(
    'ASIC_DATA_URL is wrong: it should be an address that starts with https://, such as https://data.gov.au/data.',
  )
}

/** Hosts that calendars of BDMs may be read from; null: every one of the open internet. @throws StartupError */
export const calendarHosts = (env: Env): string[] | null =>
  hostNames(env, 'CALENDAR_HOSTS', 'outlook.office365.com, calendar.google.com')

/** Hosts of a private network, to which file store and mail server are reached without TLS. @throws StartupError */
export const privateHosts = (env: Env): string[] => hostNames(env, 'PRIVATE_HOSTS', 'store, mail') ?? []

function hostNames(env: Env, name: string, example: string): string[] | null {
  const text = env[name]
  if (!text) return null
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  if (hosts.every((host) => HOST.test(host))) return hosts
  throw new StartupError(
    `${name} is wrong: it should be names of hosts separated by commas, such as ${example}.`,
  )
}
