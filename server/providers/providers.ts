import type { VendorId } from '#contract/calls/vendors.ts'
import type { Pages } from '#contract/microsites/pages.ts'
import type { DataFlow } from '#contract/system/data-flows.ts'
import type { DiskSpace } from '#server/platform/disk-space.ts'
import type { LogState } from '#server/platform/log-output.ts'
import type { NoteSigner } from '#server/platform/tlog/signed-note.ts'
import type { Tracing } from '#server/platform/traces/spans.ts'
import type { VaultKeys } from './files/vault-keys.ts'
import type { BackupPlace } from './ports/backups.ts'
import type { CalendarConsents } from './ports/calendar-consent.ts'
import type { CalendarProviders } from './ports/calendars.ts'
import type { FileStore } from './ports/files.ts'
import type { LogWitness } from './ports/log-witness.ts'
import type { Messaging } from './ports/messaging.ts'
import type { Push } from './ports/push.ts'
import type { VirusScanner } from './ports/scanner.ts'
import type { SignInProvider } from './ports/sign-in.ts'
import type { ScriptReader } from './ports/speech.ts'
import type { SsoProvider } from './ports/sso.ts'
import type { Vendor } from './ports/vendors.ts'
import type { VoiceProvider } from './ports/voice.ts'

/** The outside world as services see it, and the settings of this installation that they may know. */
export interface Providers {
  voice: {
    /** The provider new calls go to; null when none is configured. */
    active: VoiceProvider | null
    /** A provider by the name stored with a call; null when it is no longer configured. */
    named(name: string): VoiceProvider | null
    /** The provider that takes over a call that this one refused before dialling; null if none does. */
    fallbackOf(name: string): VoiceProvider | null
  }
  /** Reads scripts out while a campaign is being written. */
  scriptReader: ScriptReader
  /** Vendors that are configured, whether or not new calls go to them. */
  vendors: Record<VendorId, Vendor | null>
  /** Of the staff. */
  signIn: SignInProvider
  /** Of the staff, at an issuer. */
  sso: SsoProvider
  /** Of the brokers' portal. */
  portalSignIn: SignInProvider
  /** Storage of encrypted files, and their keys. */
  files: FileStore
  vault: VaultKeys
  /** Archives of this installation. */
  backups: BackupPlace
  /** The room on the disks that we write to. */
  disk: DiskSpace
  /** Scans every uploaded file; null if none is configured. */
  scanner: VirusScanner | null
  /** How mail and SMS leave. */
  messaging: Messaging
  /** Calendars that BDMs connect. */
  calendars: CalendarProviders
  /** How BDMs let this installation use calendars that they connect on a service's page. */
  calendarConsents: CalendarConsents
  /** Notifications on devices of the staff; null: this installation has no key for them. */
  push: Push | null
  /** Signs checkpoints of the transparency log; null: this installation has no key for it, and seals nothing. */
  logSigner: NoteSigner | null
  /** null: no witness is set up. */
  logWitness: LogWitness | null
  /** Public pages and mails, rendered. */
  pages: Pages
  /** Spans for the operator's collector; null: traces are off. */
  tracing: Tracing | null
  installation: {
    version: string
    /** Services outside its processes, as they are configured. */
    dataFlows: readonly DataFlow[]
    production: boolean
    /** The demo world and its accounts. */
    demo: boolean
    externalDatabase: boolean
    /** Excess rights of the application's role in its database; null: none. */
    databaseExcess: string | null
    rateLimits: boolean
    /** Staff open nothing but their own account before they have set two-factor up. */
    requireTwoFactor: boolean
    /** The only hosts that calendars are read from; null: every one of the open internet. */
    calendarHosts: readonly string[] | null
    /** CKAN of data.gov.au, from which ASIC's registers are fetched; null: they are uploaded. */
    asicDataUrl: string | null
    /** News feeds in addition to those that staff add. */
    newsFeeds: readonly string[]
    /** How this process's log is doing. */
    logState: () => LogState
  }
  /** Where links, webhooks and signature checks point. No trailing slash. */
  publicUrl: string
  /** Signs links. */
  secret: string
}
