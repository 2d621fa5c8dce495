import type { Config } from '#server/config.ts'
import type { OpenVendor } from './live/definition.ts'
import type { Messaging } from './ports/messaging.ts'

/** The senders that are configured. */
export async function createMessaging(
  { mail }: Pick<Config, 'mail'>,
  live: readonly OpenVendor[],
): Promise<Messaging> {
  return {
    mail: mail && (await import('./smtp/smtp.ts')).createSmtpSender(mail),
    // read each time: a number to send from may be chosen in Settings at any time
    get sms() {
      return live.find(({ sms }) => sms?.canSend())?.sms?.sender ?? null
    },
  }
}
