import type { Config } from '#server/config.ts'
import type { Messaging } from './port.ts'
import { createSmtpSender } from './smtp/smtp.ts'

/** The senders that are configured. */
export function createMessaging({ mail }: Pick<Config, 'mail'>): Messaging {
  return { mail: mail && createSmtpSender(mail), sms: null }
}
