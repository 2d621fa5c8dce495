import { createHmac } from 'node:crypto'
import type { VapiConfig } from './config.ts'

/** Our address for Vapi's messages. @param about query parameters, e.g. our call's id */
export function callbackUrl(publicUrl: string, about: Record<string, string> = {}): string {
  const query = new URLSearchParams(about).toString()
  return `${publicUrl}/api/webhooks/vapi${query && `?${query}`}`
}

const VAPI = 'https://api.vapi.ai'

/** The address of one of Vapi's endpoints. */
export function endpointUrl({ baseUrl }: Pick<VapiConfig, 'baseUrl'>, path: string): string {
  return (baseUrl ?? VAPI) + path
}

/**
 * An address that Vapi returned for a call, e.g. of its recording. It moves to our base URL if it is one of Vapi's own
 * or the base URL is a double on this machine, which no request may leave.
 * @throws Error for an invalid or unencrypted address
 */
export function rebasedAddress({ baseUrl, loopback }: VapiConfig, address: string): string {
  const url = new URL(address, baseUrl ?? VAPI)
  const own = url.hostname === 'vapi.ai' || url.hostname.endsWith('.vapi.ai')
  const local = url.hostname === '127.0.0.1' || url.hostname === 'localhost' || url.hostname === '[::1]'
  if (baseUrl && (own || (loopback && !local))) return baseUrl + url.pathname + url.search
  if (url.protocol !== 'https:' && !(loopback && local && url.protocol === 'http:'))
    throw new Error('Vapi returned an address that is not encrypted')
  return url.href
}

/** True where an address is Vapi's own or the configured base URL's: the only ones that get a key. */
export function isVapis({ baseUrl }: Pick<VapiConfig, 'baseUrl'>, address: string): boolean {
  const { hostname, host, protocol } = new URL(address)
  if (baseUrl !== null && host === new URL(baseUrl).host) return true
  return protocol === 'https:' && (hostname === 'vapi.ai' || hostname.endsWith('.vapi.ai'))
}

/** Distinguishes our call from one of another installation that shares the Vapi account. */
export function callKey({ webhookSecret }: Pick<VapiConfig, 'webhookSecret'>, callId: number): string {
  return createHmac('sha256', webhookSecret).update(`call:${callId}`).digest('hex').slice(0, 24)
}
