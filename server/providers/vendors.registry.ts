import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { DB } from '#server/schema.gen.ts'
import { createBreaker } from './live/breaker.ts'
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

/** What each vendor that is configured is built from. */
export async function openVendors(options: VendorOptions): Promise<ConfiguredVendors> {
  const { config, db, now } = options
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
  })
  const { twilio, vapi } = config
  return {
    twilio: twilio && {
      config: twilio,
      client: await createTwilioClient(twilio),
      ...shared('twilio', twilio.loopback),
    },
    vapi: vapi && { config: vapi, client: await createVapiClient(vapi), ...shared('vapi', vapi.loopback) },
  }
}

/** The vendors themselves. Their code is loaded only where it is needed. */
export async function createVendors({ twilio, vapi }: ConfiguredVendors): Promise<Providers['vendors']> {
  return {
    twilio: twilio && (await import('./twilio/vendor.ts')).createTwilioVendor(twilio),
    vapi:
      vapi && (await import('./vapi/vendor.ts')).createVapiVendor(vapi, { twilio: twilio?.config ?? null }),
  }
}
