import {
  startTwilioDouble,
  type TwilioDouble,
  type TwilioDoubleOptions,
} from '#test/doubles/twilio/twilio.ts'
import { startVapiDouble, type VapiDouble } from '#test/doubles/vapi/vapi.ts'
import { startServer } from '#test/product/server.ts'
import { test as base } from './fixtures.ts'

interface Played extends TwilioDouble {
  /** Read at every request: with another token none of the server's requests is let in any more. */
  account: TwilioDoubleOptions
}

interface VendorFixtures {
  /** The number that calls go out from; null: Twilio is set up, but no number is. */
  callingNumber: string | null
  twilio: Played
  vapi: VapiDouble
}

const VAPI_KEY = 'played-key'
const VAPI_SECRET = 'played-secret'

/** A server whose Twilio and Vapi are played on this machine: calls and numbers go there, and nowhere else. */
export const test = base.extend<object, VendorFixtures>({
  callingNumber: [null, { scope: 'worker', option: true }],
  twilio: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const account: TwilioDoubleOptions = { accountSid: `AC${'7'.repeat(32)}`, authToken: 'played-token' }
      const twilio = await startTwilioDouble(account)
      await use(Object.assign(twilio, { account }))
      await twilio.close()
    },
    { scope: 'worker' },
  ],
  vapi: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const vapi = await startVapiDouble({ apiKey: VAPI_KEY, numbers: [] })
      await use(vapi)
      await vapi.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ serverEnv, twilio, vapi, callingNumber }, use) => {
      const { accountSid, authToken } = twilio.account
      const server = await startServer({
        copyOf: process.env.DEMO_WORLD,
        env: {
          VOICE_PROVIDER: 'twilio',
          TWILIO_ACCOUNT_SID: accountSid,
          TWILIO_AUTH_TOKEN: authToken,
          TWILIO_BASE_URL: twilio.url,
          ...(callingNumber && { TWILIO_FROM: callingNumber }),
          // the pace is proven elsewhere
          TWILIO_CALLS_PER_SECOND: '100',
          VAPI_API_KEY: VAPI_KEY,
          VAPI_WEBHOOK_SECRET: VAPI_SECRET,
          VAPI_BASE_URL: vapi.url,
          ...serverEnv,
        },
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
