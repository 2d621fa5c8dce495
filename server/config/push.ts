import { createECDH } from 'node:crypto'
import { StartupError } from '../platform/startup-error.ts'
import type { Env } from './env.ts'

/** The private key with which push messages are signed, as base64url. @throws StartupError if it is none */
export function readPushKey({ PUSH_KEY: key }: Env): string | null {
  if (!key) return null
  const bytes = Buffer.from(key, 'base64url')
  try {
    if (bytes.length !== 32) throw new Error('not 32 bytes')
    createECDH('prime256v1').setPrivateKey(bytes)
  } catch {
    throw new StartupError(
      'PUSH_KEY is wrong: it should be the private key of a VAPID pair, 32 bytes as base64url (43 characters).',
    )
  }
  return key
}
