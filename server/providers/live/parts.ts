import type { Kysely } from 'kysely'
import type { Log } from '#server/platform/log.ts'
import type { DB } from '#server/schema.gen.ts'
import type { VendorHooks } from '../ports/vendors.ts'
import type { Breaker } from './breaker.ts'
import type { realClock } from './real-clock.ts'

/** The dependencies of a vendor's voice, messages and numbers. */
export interface VendorParts<Config, Client> {
  config: Config
  client: Client
  breaker: Breaker
  db: Kysely<DB>
  log: Log
  /** The real time. */
  now(): Date
  /** The clock that calling hours are judged by. */
  clock: ReturnType<typeof realClock>
  /** Where callbacks reach us. No trailing slash. */
  publicUrl: string
  hooks: VendorHooks
  /** Brings the calling number in `config` up to date with Settings. */
  refreshNumber(): Promise<void>
}
