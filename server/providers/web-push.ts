import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { sendGuarded } from '#server/platform/http/fetch-guarded.ts'
import type { Push } from '#server/providers/ports/push.ts'

const CURVE = 'prime256v1'
const LIMITS = { maxBytes: 64 * 1024, timeoutMs: 10_000, maxRedirects: 0, hosts: null }
/** Seconds for which a push service keeps a message for a device that is off. */
const TTL_SECONDS = 12 * 3600
const GONE = [404, 410]

export interface WebPushSettings {
  /** Private key of the installation, 32 bytes as base64url. */
  privateKey: string
  publicUrl: string
  /** Push services on this machine and its network, for tests. */
  allowPrivate: boolean
}

/** A new private key of an installation. */
export function generatePushKey(): string {
  return webPush.generateVAPIDKeys().privateKey
}

/** The public key that belongs to a private one. @throws Error if it is none */
export function publicPushKey(privateKey: string): string {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return ecdh.getPublicKey().toString('base64url')
}

/** Push messages by the Web Push protocol (RFC 8030), encrypted for the device and signed with our key (VAPID). */
export function createWebPush({ privateKey, publicUrl, allowPrivate }: WebPushSettings): Push {
  const publicKey = publicPushKey(privateKey)
  const subject = publicUrl.startsWith('https://') ? publicUrl : `mailto:push@${new URL(publicUrl).hostname}`
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, message) {
      const details = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          ...{ vapidDetails: { subject, publicKey, privateKey }, TTL: TTL_SECONDS },
          ...{ contentEncoding: 'aes128gcm', urgency: 'normal' },
        },
      )
      // the browser's user chose the address: it may lead to no machine of the installation's network
      const status = await sendGuarded(
        endpoint,
        { method: 'POST', headers: details.headers, body: details.body ?? Buffer.alloc(0) },
        { ...LIMITS, allowPrivate },
      )
      if (GONE.includes(status)) return 'gone'
      if (status < 200 || status > 299)
        throw new Error(`${new URL(endpoint).host} answered with status ${status}.`)
      return 'sent'
    },
  }
}
