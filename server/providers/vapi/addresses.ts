import { createHmac } from 'node:crypto'
import type { VapiConfig } from '#server/config/telephony.ts'

/** Where its messages about calls reach us. @param about what they concern, e.g. our call's id */
export function callbackUrl(publicUrl: string, about: Record<string, string> = {}): string {
  const query = new URLSearchParams(about).toString()
  return `${publicUrl}/api/webhooks/vapi${query && `?${query}`}`
}

const VAPI = 'https://api.vapi.ai'

/** The address of one of its endpoints. */
export function endpointUrl({ baseUrl }: Pick<VapiConfig, 'baseUrl'>, path: string): string {
  return (baseUrl ?? VAPI) + path
}

/**
 * An address that Vapi gave us for a call, e.g. of its recording: at our base where it is one of Vapi's own, and where
 * the base is a double on this machine, which nothing may leave.
 * @throws Error for what is no web address, or is not safe to ask
 */
export function rebasedAddress({ baseUrl, loopback }: VapiConfig, address: string): string {
  const url = new URL(address, baseUrl ?? VAPI)
  const own = url.hostname === 'vapi.ai' || url.hostname.endsWith('.vapi.ai')
  const local = url.hostname === '127.0.0.1' || url.hostname === 'localhost' || url.hostname === '[::1]'
  if (baseUrl && (own || (loopback && !local))) return baseUrl + url.pathname + url.search
  if (url.protocol !== 'https:' && !(loopback && local && url.protocol === 'http:'))
    throw new Error('Vapi named an address that is not safe to ask')
  return url.href
}

/** Goes with a call of ours, so that it can be told from one of another installation with the same account. */
export function callKey({ webhookSecret }: Pick<VapiConfig, 'webhookSecret'>, callId: number): string {
  return createHmac('sha256', webhookSecret).update(`call:${callId}`).digest('hex').slice(0, 24)
}
