import type { Kysely } from 'kysely'
import { forEachVendor, type VendorId } from '#contract/calls/vendors.ts'
import type { Env } from '#server/config/env.ts'
import type { VendorConfig } from '#server/config/vendor.ts'
import type { Log } from '#server/platform/log.ts'
import type { DB } from '#server/schema.gen.ts'
import { createBreaker } from './live/breaker.ts'
import { createCallingNumbers } from './live/calling-numbers.ts'
import type { OpenVendor, SharedParts, VendorDataFlow, VendorDefinition } from './live/definition.ts'
import { borrowedClock, realClock } from './live/real-clock.ts'
import type { VendorHooks } from './ports/vendors.ts'
import type { Providers } from './providers.ts'
import { twilio } from './twilio/definition.ts'
import { vapi } from './vapi/definition.ts'

/**
 * The vendors of telephone calls, in the order in which new calls prefer them. A later one takes over calls that an
 * earlier one refuses before dialling. docs/adding-a-vendor.md describes how to add one.
 */
export const definitions = { vapi, twilio } satisfies Definitions

type Definitions = Record<VendorId, VendorDefinition<VendorConfig>>
type ConfigOf<Definition> = Definition extends VendorDefinition<infer C> ? C : never
/** The settings of each vendor; null: not configured. */
export type VendorConfigs = { [Name in VendorId]: ConfigOf<(typeof definitions)[Name]> | null }

export const vendorsByPreference = Object.keys(definitions) as VendorId[] // the keys of a literal are its type's keys

/** @throws StartupError naming the variable that is wrong */
export function readVendorConfigs(env: Env, registered: Definitions = definitions): VendorConfigs {
  const configs = Object.entries(registered).map(([name, definition]) => [name, definition.readConfig(env)])
  return Object.fromEntries(configs) as VendorConfigs // each was read by the definition of that name
}

/** What a vendor receives; null: it is not configured. */
export function dataFlowOf(name: VendorId, configs: VendorConfigs): VendorDataFlow | null {
  const config = configs[name]
  // each was read by the definition of that name
  return config && (definitions[name] as VendorDefinition<VendorConfig>).dataFlow(config)
}

export interface VendorOptions {
  config: { vendors: VendorConfigs; publicUrl: string; simulator: { now: Date | null } }
  db: Kysely<DB>
  log: Log
  now(): Date
  hooks: VendorHooks
  /** The simulated clock, for a test double that is to go by it. */
  simulatedClock: SharedParts['clock']
}

export interface OpenVendors {
  /** The configured ones, in order of preference. */
  live: readonly OpenVendor[]
  /** Reads the choice of calling numbers again: another process may have changed it. */
  refreshNumbers(): Promise<void>
}

/** Opens each configured vendor. */
export async function openVendors(
  options: VendorOptions,
  registered: Definitions = definitions,
): Promise<OpenVendors> {
  const { config, db, now, hooks } = options
  const { publicUrl, vendors } = config
  const numbers = createCallingNumbers(db)
  const refreshNumber = (): Promise<void> => numbers.refresh()
  const live: OpenVendor[] = []
  for (const vendor of Object.keys(registered) as VendorId[]) {
    const own = vendors[vendor]
    if (!own) continue
    if (live.length === 0) await numbers.refresh()
    const clock =
      own.loopback && config.simulator.now ? borrowedClock(options.simulatedClock) : realClock(now)
    const shared: SharedParts = {
      ...{ db, now, clock, publicUrl, hooks, refreshNumber },
      breaker: createBreaker({ db, vendor }),
      log: options.log.child({ vendor }),
      chosenNumber: () => numbers.of(vendor),
      twilioAccount: vendors.twilio,
    }
    live.push(await registered[vendor].open(own, shared))
  }
  return { live, refreshNumbers: refreshNumber }
}

/** Each vendor by its name; null: not configured. */
export function vendorsByName({ live }: OpenVendors): Providers['vendors'] {
  return forEachVendor((name) => live.find(({ vendor }) => vendor.name === name)?.vendor ?? null)
}
