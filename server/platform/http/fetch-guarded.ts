import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { inRequestSpan } from '#server/platform/traces/spans.ts'

/** Why an address was not read: fit to show to a person, without any secrets of the address. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
}

export interface FetchLimits {
  maxBytes: number
  /** From the first request to the last byte. */
  timeoutMs: number
  maxRedirects: number
  /** Addresses of this machine and its network may be read too. */
  allowPrivate: boolean
  /** Ends the request earlier. */
  signal?: AbortSignal
  /** The allow list of hosts; null: all public hosts. */
  hosts: readonly string[] | null
}

const privateV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Parts of the public block 2000::/3 that are not on the open internet: Teredo, examples, 6to4. */
const privateV6: readonly [string, number][] = [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
]

const blocked = new BlockList()
for (const [net, bits] of privateV4) blocked.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of privateV6) blocked.addSubnet(net, bits, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to the open internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !blocked.check(address, 'ipv4')
  return isIP(address) === 6 && globalV6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

export interface Fetched {
  /** The address that answered, after redirects. */
  url: string
  bytes: Buffer
  /** As the server gave them, lower-case names. */
  headers: IncomingHttpHeaders
  /** The server returned 304; `bytes` is empty. */
  notModified: boolean
}

/**
 * Reads from an address given by a user: https only, and each address that it resolves or redirects to is checked when
 * connecting. @throws FetchRefused
 * @param headers sent with the request, e.g. `if-none-match`
 */
export async function readGuarded(
  url: string,
  limits: FetchLimits,
  headers: OutgoingHttpHeaders = {},
): Promise<Fetched> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let next = url
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
    const parsed = parseAddress(next, limits)
    const response = await sendRequest(parsed, { limits, headers }, signal)
    const status = response.statusCode ?? 0
    if (status < 300 || status > 399 || !response.headers.location) {
      if (status === 200) {
        return {
          url: parsed.href,
          bytes: await readBytes(response, limits, signal),
          headers: response.headers,
          notModified: false,
        }
      }
      response.destroy()
      if (status === 304) {
        return { url: parsed.href, bytes: Buffer.alloc(0), headers: response.headers, notModified: true }
      }
      throw new FetchRefused(`${parsed.host} answered with status ${status}.`)
    }
    response.destroy()
    next = URL.parse(response.headers.location, parsed)?.href ?? ''
  }
  throw new FetchRefused(`The address redirects more than ${limits.maxRedirects} times.`)
}

export interface GuardedRequest {
  method: 'POST'
  headers: OutgoingHttpHeaders
  body: Buffer
}

/**
 * Sends to an address given by a user, guarded as readGuarded; redirects are not followed. Of the answer's body at most
 * `maxBytes` are read, and dropped. @returns the status @throws FetchRefused
 */
export async function sendGuarded(
  url: string,
  request: GuardedRequest,
  limits: FetchLimits,
): Promise<number> {
  const late = AbortSignal.timeout(limits.timeoutMs)
  const signal = limits.signal ? AbortSignal.any([late, limits.signal]) : late
  const response = await sendRequest(parseAddress(url, limits), { ...request, limits }, signal)
  await drain(response, limits.maxBytes)
  return response.statusCode ?? 0
}

/**
 * As sendGuarded, for a response that counts: with its status and at most `maxBytes`. @throws FetchRefused
 */
export async function postGuarded(
  url: string,
  request: Omit<GuardedRequest, 'method'>,
  limits: FetchLimits,
): Promise<{ status: number; bytes: Buffer }> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  const response = await sendRequest(
    parseAddress(url, limits),
    { ...request, method: 'POST', limits },
    signal,
  )
  return { status: response.statusCode ?? 0, bytes: await readBytes(response, limits, signal) }
}

/**
 * One request of any method to an address given by a user, guarded as readGuarded; redirects are not followed.
 * @throws FetchRefused
 */
export async function requestGuarded(
  url: string,
  request: { method: string; headers: OutgoingHttpHeaders; body?: Buffer | undefined },
  limits: Omit<FetchLimits, 'maxRedirects'>,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  const late = AbortSignal.timeout(limits.timeoutMs)
  const signal = limits.signal ? AbortSignal.any([late, limits.signal]) : late
  const response = await sendRequest(
    parseAddress(url, limits),
    { ...request, limits: { ...limits, maxRedirects: 0 } },
    signal,
  )
  const { statusCode: status = 0, headers } = response
  return { status, headers, bytes: await readBytes(response, { ...limits, maxRedirects: 0 }, signal) }
}

/** Ends quietly: the status has arrived. */
async function drain(response: IncomingMessage, maxBytes: number): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) break
    }
  } catch {
    // cut off, or out of time
  } finally {
    response.destroy()
  }
}

/** Checks an address before it is stored: its form, and where its name leads today. @throws FetchRefused */
export async function checkAddress(
  url: string,
  limits: Pick<FetchLimits, 'allowPrivate' | 'hosts'>,
): Promise<void> {
  const { hostname, host } = parseAddress(url, limits)
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) !== 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  guardedLookup(limits.allowPrivate)(name, { all: true }, (error) =>
    error ? reject(refusalOf(error, { host }, new AbortController().signal)) : resolve(),
  )
  await promise
}

function parseAddress(
  url: string,
  { allowPrivate, hosts }: Pick<FetchLimits, 'allowPrivate' | 'hosts'>,
): URL {
  const parsed = URL.parse(url)
  // the address of a calendar is its key: it crosses no network in the clear
  if (!parsed || !(parsed.protocol === 'https:' || (allowPrivate && parsed.protocol === 'http:'))) {
    throw new FetchRefused('Only addresses that start with https:// are read.')
  }
  if (hosts && !hosts.includes(parsed.hostname)) {
    throw new FetchRefused(`${parsed.hostname} is not among the hosts that may be read from.`)
  }
  const literal = parsed.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !allowPrivate && !isPublicAddress(literal)) throw refusedHost(parsed.hostname)
  return parsed
}

function refusedHost(host: string): FetchRefused {
  return new FetchRefused(`${host} is not on the open internet.`)
}

/** Looks a name up and returns only public addresses, so that no second look-up can lead elsewhere. */
function guardedLookup(allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, [])
      const refused = !allowPrivate && found.some(({ address }) => !isPublicAddress(address))
      const [first] = found
      if (refused || !first) return callback(refusedHost(hostname), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

interface Sent {
  limits: FetchLimits
  headers: OutgoingHttpHeaders
  method?: string
  body?: Buffer | undefined
}

function sendRequest(
  url: URL,
  { limits: { allowPrivate }, headers: own, method = 'GET', body }: Sent,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { accept: 'text/calendar, text/plain, */*', 'accept-encoding': 'gzip, identity', ...own }
  send(url, { method, signal, headers, lookup: guardedLookup(allowPrivate), agent: false }, resolve)
    .on('error', (error) => reject(refusalOf(error, url, signal)))
    .end(body)
  return inRequestSpan(method, () => promise)
}

function refusalOf(error: Error, { host }: Pick<URL, 'host'>, signal: AbortSignal): FetchRefused {
  if (error instanceof FetchRefused) return error
  if (signal.aborted) return new FetchRefused(`${host} took too long to answer.`)
  const code = 'code' in error ? String(error.code) : ''
  return new FetchRefused(
    ['ENOTFOUND', 'EAI_AGAIN'].includes(code)
      ? `There is no ${host}.`
      : `${host} could not be reached${code && ` (${code})`}.`,
  )
}

async function readBytes(
  response: IncomingMessage,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  const zipped = response.headers['content-encoding'] === 'gzip'
  const body: Readable = zipped ? response.pipe(createGunzip()) : response
  // a lost connection is an error of the response, not of the stream that it is piped into
  if (zipped) response.on('error', (error) => body.destroy(error))
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limits.maxBytes) {
        throw new FetchRefused(`The file has more than ${Math.floor(limits.maxBytes / 1024 / 1024)} MB.`)
      }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof FetchRefused) throw error
    throw new FetchRefused(
      signal.aborted ? 'The file took too long to arrive.' : 'The file arrived incomplete.',
    )
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks)
}
