import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { DB } from '#server/schema.gen.ts'
import { createBreaker } from './live/breaker.ts'
import { type CallingNumbers, createCallingNumbers } from './live/calling-numbers.ts'
import type { VendorParts } from './live/parts.ts'
import { borrowedClock, realClock } from './live/real-clock.ts'
import type { VendorHooks, VendorName } from './ports/vendors.ts'
import type { Providers } from './providers.ts'
import { createTwilioClient } from './twilio/client.ts'
import type { TwilioParts } from './twilio/parts.ts'
import { createVapiClient } from './vapi/client.ts'
import type { VapiParts } from './vapi/parts.ts'

export interface ConfiguredVendors {
  twilio: TwilioParts | null
  vapi: VapiParts | null
  /** Which numbers they call from, by Settings. */
  numbers: CallingNumbers
}

export interface VendorOptions {
  config: Pick<Config, 'twilio' | 'vapi' | 'publicUrl' | 'simulator'>
  db: Kysely<DB>
  log: Log
  now(): Date
  hooks: VendorHooks
  /** The simulated clock, for a test double that is to go by it. */
  simulatedClock: VendorParts<never, never>['clock']
}

/** The parts of each configured vendor. */
export async function openVendors(options: VendorOptions): Promise<ConfiguredVendors> {
  const { config, db, now } = options
  const numbers = createCallingNumbers(db)
  if (config.twilio || config.vapi) await numbers.refresh()
  const shared = (
    vendor: VendorName,
    loopback: boolean,
  ): Omit<VendorParts<never, never>, 'config' | 'client'> => ({
    breaker: createBreaker({ db, vendor }),
    db,
    log: options.log.child({ vendor }),
    now,
    clock: loopback && config.simulator.now ? borrowedClock(options.simulatedClock) : realClock(now),
    publicUrl: config.publicUrl,
    hooks: options.hooks,
    refreshNumber: () => numbers.refresh(),
  })
  const { twilio, vapi } = config
  return {
    numbers,
    twilio: twilio && {
      config: {
        ...twilio,
        get from() {
          return numbers.of('twilio')?.phoneNumber ?? twilio.from
        },
      },
      client: await createTwilioClient(twilio),
      ...shared('twilio', twilio.loopback),
    },
    vapi: vapi && {
      config: {
        ...vapi,
        get phoneNumberId() {
          return numbers.of('vapi')?.id ?? vapi.phoneNumberId
        },
      },
      client: await createVapiClient(vapi),
      ...shared('vapi', vapi.loopback),
    },
  }
}

/** The vendors themselves. Their code is loaded only where it is needed. */
export async function createVendors({
  twilio,
  vapi,
}: Pick<ConfiguredVendors, VendorName>): Promise<Providers['vendors']> {
  return {
    twilio: twilio && (await import('./twilio/vendor.ts')).createTwilioVendor(twilio),
    vapi:
      vapi && (await import('./vapi/vendor.ts')).createVapiVendor(vapi, { twilio: twilio?.config ?? null }),
  }
}
