import { resolve } from 'node:path'
import { vendorFacts } from '#contract/calls/vendors.ts'
import { type BackupConfig, readBackups } from './config/backups.ts'
import { type CalendarConfig, readCalendars } from './config/calendars.ts'
import { readDatabase } from './config/database.ts'
import { type Env, instant, LOOPBACK, number, oneOf } from './config/env.ts'
import { type MailConfig, readMail } from './config/mail.ts'
import { readTrustProxy, type TrustProxy } from './config/proxy.ts'
import { readPushKey } from './config/push.ts'
import { readSealKey, readWitness, readWitnessedLog, type WitnessAddress } from './config/seals.ts'
import { withSecretFiles } from './config/secret-files.ts'
import { readSecurityContacts } from './config/security-contacts.ts'
import { readClamav, readS3, readVaultKey, type VaultKeySource } from './config/storage.ts'
import { readTraces } from './config/traces.ts'
import {
  asicDataUrl,
  calendarHosts,
  newsFeeds,
  privateHosts,
  publicUrl as readPublicUrl,
} from './config/transport.ts'
import { errorLine, StartupError } from './platform/startup-error.ts'
import type { TracesConfig } from './platform/traces/otlp-traces.ts'
import type { ClamavAddress } from './providers/files/clamav.ts'
import type { S3Settings } from './providers/files/s3-store.ts'
import type { ProviderName } from './providers/ports/voice.ts'
import { readVendorConfigs, type VendorConfigs, vendorsByPreference } from './providers/vendors.registry.ts'

export interface Config {
  version: string
  production: boolean
  port: number
  /** A worker serves health and metrics only where PORT is given. */
  listens: boolean
  host: string
  /** Seconds for which a process still answers requests after the signal to stop. */
  drainSeconds: number
  publicUrl: string
  dataDir: string
  /** Free space of a disk below which uploads and imports are refused. */
  diskReserveMb: number
  /** null: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | null
  /** Address for the owner of the external database; null: not given to this process. */
  databaseOwnerUrl: string | null
  role: 'web' | 'worker' | 'all' | 'witness'
  demo: boolean
  firstAdmin: { email: string; password: string } | null
  voiceProvider: 'auto' | ProviderName
  simulator: { speed: number; outcomes: 'realistic' | 'by-number'; now: Date | null }
  vendors: VendorConfigs
  /** null: mail is held in the outbox. */
  mail: MailConfig | null
  trustProxy: TrustProxy
  /** Opens `/metrics` to other machines; null: to none. */
  metricsToken: string | null
  rateLimits: boolean
  /** Of staff. */
  requireTwoFactor: boolean
  /** null: generated under dataDir. */
  sessionSecret: string | null
  /** null: generated under dataDir, or with an external database no push messages are sent. */
  pushKey: string | null
  /** Signs checkpoints of the transparency log; null: generated under dataDir, or with an external database nothing is sealed. */
  sealKey: string | null
  /** null: no witness signs the checkpoints too. */
  witness: WitnessAddress | null
  /** Public key of the log that a witness follows; null in other roles. */
  witnessedLog: string | null
  /** null: files lie under dataDir. */
  s3: S3Settings | null
  /** null: generated under dataDir. */
  vaultKey: VaultKeySource | null
  backups: BackupConfig
  /** null: files are not scanned for viruses. */
  clamav: ClamavAddress | null
  /** Services that BDMs connect their calendar of. */
  calendars: CalendarConfig
  /** Where calendars of BDMs may lie; null: anywhere on the open internet. */
  calendarHosts: string[] | null
  /** Hosts of a private network, which calendars may be read from too. */
  privateHosts: string[]
  /** Where weaknesses are reported, as security.txt gives them; none: there is no such file. */
  securityContacts: string[]
  /** CKAN of data.gov.au, from which ASIC's registers are fetched; null: they are uploaded. */
  asicDataUrl: string | null
  /** News feeds in addition to those that staff add. */
  newsFeeds: string[]
  /** null: no traces are made. */
  traces: TracesConfig | null
  logLevel: string
}

/** Reads the environment: the only place that does. @throws StartupError naming the variable that is wrong */
export function readConfig(given: Env, version: string): Config {
  const env = withSecretFiles(given)
  const port = number(env, 'PORT', { min: 0, max: 65_535, whole: true }, 3000)
  const host = env.HOST || '127.0.0.1'
  const { databaseUrl, databaseOwnerUrl } = readDatabase(env)
  const demo = oneOf(env, 'DEMO', ['on', 'off'], !databaseUrl && LOOPBACK.has(host) ? 'on' : 'off') === 'on'
  const rateLimits = oneOf(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'on'
  if (!rateLimits && !demo) throw new StartupError('RATE_LIMITS=off is allowed only with DEMO=on.')
  const sessionSecret = secretText(env, 'SESSION_SECRET', 32)
  if (databaseUrl && !sessionSecret) {
    throw new StartupError(
      'SESSION_SECRET is missing: with DATABASE_URL set it must be a random text of at least 32 characters.',
    )
  }
  const vaultKey = readVaultKey(env, databaseUrl !== null)
  const role = oneOf(env, 'ROLE', ['all', 'web', 'worker', 'witness'], 'all')
  if ((role === 'web' || role === 'worker') && !databaseUrl) {
    throw new StartupError(
      `ROLE=${role} needs DATABASE_URL: several processes share one external PostgreSQL.`,
    )
  }
  const vendors = readVendorConfigs(env)
  const dataDir = resolve(env.DATA_DIR || './data')
  const choices = ['auto', ...vendorsByPreference, 'simulator'] as const
  const voiceProvider = oneOf(env, 'VOICE_PROVIDER', choices, 'auto')
  if (voiceProvider !== 'auto' && voiceProvider !== 'simulator' && !vendors[voiceProvider])
    throw new StartupError(`VOICE_PROVIDER=${voiceProvider} needs ${vendorFacts[voiceProvider].variables}.`)
  return {
    version,
    production: env.NODE_ENV === 'production',
    port,
    listens: role !== 'worker' || Boolean(env.PORT),
    host,
    drainSeconds: number(
      env,
      'DRAIN_SECONDS',
      { min: 0, max: 300, whole: true },
      databaseUrl && role !== 'worker' ? 5 : 0,
    ),
    publicUrl: readPublicUrl(env, demo) ?? `http://localhost:${port}`,
    dataDir,
    diskReserveMb: number(env, 'DISK_RESERVE_MB', { min: 0, max: 1_000_000, whole: true }, 512),
    databaseUrl,
    databaseOwnerUrl,
    role,
    demo,
    firstAdmin: firstAdmin(env, demo),
    voiceProvider,
    simulator: {
      speed: number(env, 'SIM_SPEED', { min: 0.1, max: 100_000, whole: false }, 1),
      outcomes: oneOf(env, 'SIM_OUTCOMES', ['realistic', 'by-number'], 'realistic'),
      now: instant(env, 'SIM_NOW'),
    },
    vendors,
    mail: readMail(env),
    trustProxy: readTrustProxy(env),
    metricsToken: secretText(env, 'METRICS_TOKEN', 16),
    rateLimits,
    requireTwoFactor: oneOf(env, 'TWO_FACTOR', ['required', 'offered'], 'offered') === 'required',
    sessionSecret,
    pushKey: readPushKey(env),
    sealKey: readSealKey(env),
    witness: readWitness(env),
    witnessedLog: readWitnessedLog(env, role),
    s3: readS3(env),
    vaultKey,
    backups: readBackups(env, dataDir),
    clamav: readClamav(env),
    calendars: readCalendars(env),
    calendarHosts: calendarHosts(env),
    privateHosts: privateHosts(env),
    asicDataUrl: asicDataUrl(env),
    newsFeeds: newsFeeds(env),
    securityContacts: readSecurityContacts(env),
    traces: readTraces(env),
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'warn'),
  }
}

function secretText(env: Env, name: string, least: number): string | null {
  const text = env[name] || null
  // the value is a secret, so it is not repeated
  if (text && text.length < least) {
    throw new StartupError(`${name} is wrong: it should be a random text of at least ${least} characters.`)
  }
  return text
}

function firstAdmin(env: Env, demo: boolean): Config['firstAdmin'] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env
  if (!email && !password) return null
  if (!email?.includes('@'))
    throw new StartupError(
      'ADMIN_EMAIL is wrong: it should be an e-mail address, given together with ADMIN_PASSWORD.',
    )
  if (!password || password.length < 8)
    throw new StartupError(
      'ADMIN_PASSWORD is wrong: it should have at least 8 characters, given together with ADMIN_EMAIL.',
    )
  return demo ? null : { email, password }
}

/** Turns a failure at start into the one line for the terminal. */
export function startLine(error: unknown): string {
  return error instanceof StartupError ? error.message : `Brokerline could not start: ${errorLine(error)}`
}
