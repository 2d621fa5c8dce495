import type { Config } from '#server/config.ts'
import type { Messaging } from './port.ts'

/** The senders that are configured. */
export function createMessaging(_config: Config): Messaging {
  return { mail: null, sms: null }
}
