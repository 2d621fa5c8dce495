import { hkdfSync } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const SECRET_BYTES = 32
export const SALT_BYTES = 16
const HINT_LENGTH = 4

/** The signing secret of a salt, as Standard Webhooks writes it. Nothing is stored that opens it. */
export function signingSecret(installationSecret: string, salt: Buffer): string {
  const bytes = Buffer.from(hkdfSync('sha256', installationSecret, salt, 'webhook', SECRET_BYTES))
  return `whsec_${bytes.toString('base64')}`
}

/** By which a person recognises a secret: the last characters before the padding. */
export const hintOf = (secret: string): string => secret.replace(/=+$/, '').slice(-HINT_LENGTH)

export interface SigningKey {
  salt: Buffer
  hint: string
}

export interface Message {
  id: string
  at: Date
  body: string
}

/**
 * The headers of Standard Webhooks, with a signature for each secret.
 * @returns null where no secret can be derived any more, because SESSION_SECRET was changed
 */
export function signedHeaders(
  installationSecret: string,
  keys: readonly SigningKey[],
  { id, at, body }: Message,
): Record<string, string> | null {
  const secrets = keys.flatMap(({ salt, hint }) => {
    const secret = signingSecret(installationSecret, salt)
    return hintOf(secret) === hint ? [secret] : []
  })
  if (secrets.length === 0) return null
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
