import type { Config } from '#server/config.ts'
import type { Messaging } from './ports/messaging.ts'
import type { ConfiguredVendors } from './vendors.registry.ts'

/** The senders that are configured. */
export async function createMessaging(
  { mail }: Pick<Config, 'mail'>,
  { twilio }: ConfiguredVendors,
): Promise<Messaging> {
  const sender = mail && (await import('./smtp/smtp.ts')).createSmtpSender(mail)
  const sms = twilio && (await import('./twilio/sms.ts')).createTwilioSms(twilio)
  return {
    mail: sender,
    // without a number or a service of its own Twilio sends nothing; the number may be chosen in Settings at any time
    get sms() {
      return twilio?.config.from || twilio?.config.messagingServiceSid ? sms : null
    },
  }
}
