import type { Config } from '#server/config.ts'
import type { Messaging } from './ports/messaging.ts'
import { createSmtpSender } from './smtp/smtp.ts'
import type { ConfiguredVendors } from './vendors.registry.ts'

/** The senders that are configured. */
export async function createMessaging(
  { mail }: Pick<Config, 'mail'>,
  { twilio }: ConfiguredVendors,
): Promise<Messaging> {
  // without a number or a service of its own Twilio sends nothing
  const writes = twilio?.config.from || twilio?.config.messagingServiceSid ? twilio : null
  return {
    mail: mail && createSmtpSender(mail),
    sms: writes && (await import('./twilio/sms.ts')).createTwilioSms(writes),
  }
}
