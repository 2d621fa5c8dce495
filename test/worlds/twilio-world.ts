import { startTwilioDouble, type TwilioDouble, type TwilioDoubleOptions } from '../doubles/twilio/twilio.ts'
import { createTestApp, type TestApp } from '../test-app.ts'

export const ACCOUNT_SID = 'AC00000000000000000000000000000001'
export const AUTH_TOKEN = 'a-token-that-only-tests-know'
/** Our public address in signatures; the callbacks of a test are sent elsewhere. */
export const PUBLIC_URL = 'https://brokerline.example.com'
export const OUR_NUMBER = '+61491570201'

export interface TwilioWorld {
  app: TestApp
  twilio: TwilioDouble
  close(): Promise<void>
}

export interface TwilioWorldOptions {
  env?: Record<string, string>
  now?: () => Date
  double?: Partial<TwilioDoubleOptions>
}

/** A whole application behind its public address, with a loopback Twilio that rents it one number. */
export async function createTwilioWorld(options: TwilioWorldOptions = {}): Promise<TwilioWorld> {
  let reached = ''
  const twilio = await startTwilioDouble({
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    reach: (address) => address.replace(PUBLIC_URL, reached),
    ...options.double,
  })
  twilio.numbers.rent({
    phoneNumber: OUR_NUMBER,
    voiceUrl: `${PUBLIC_URL}/api/webhooks/twilio/inbound#rc=2`,
    smsUrl: `${PUBLIC_URL}/api/webhooks/twilio/sms#rc=5`,
  })
  const app = await createTestApp({
    env: {
      PUBLIC_URL,
      TWILIO_ACCOUNT_SID: ACCOUNT_SID,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_FROM: OUR_NUMBER,
      TWILIO_BASE_URL: twilio.url,
      ...options.env,
    },
    ...(options.now && { now: options.now }),
  })
  reached = await app.server.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    twilio,
    async close() {
      await twilio.settled()
      await app.close()
      await twilio.close()
    },
  }
}
