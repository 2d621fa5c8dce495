import { resolve } from 'node:path'
import { errorLine, StartupError } from './platform/startup-error.ts'
import type { S3Settings } from './providers/files/s3.ts'
import type { ClamavAddress } from './providers/scanner/clamav.ts'

export interface Config {
  version: string
  production: boolean
  port: number
  /** A worker serves health and metrics only where PORT is given. */
  listens: boolean
  host: string
  publicUrl: string
  dataDir: string
  /** null: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | null
  role: 'web' | 'worker' | 'all'
  demo: boolean
  firstAdmin: { email: string; password: string } | null
  voiceProvider: 'auto' | 'vapi' | 'twilio' | 'simulator'
  simulator: { speed: number; outcomes: 'realistic' | 'by-number'; now: Date | null }
  /** null: mail is held in the outbox. */
  mail: MailConfig | null
  trustProxy: string[] | null
  rateLimits: boolean
  /** null: generated under dataDir. */
  sessionSecret: string | null
  /** null: files lie under dataDir. */
  s3: S3Settings | null
  /** Identity of the vault, as text or in a file; null: generated under dataDir. */
  vaultKey: { text: string } | { file: string } | null
  /** null: files are not scanned for viruses. */
  clamav: ClamavAddress | null
  logLevel: string
}

export interface MailConfig {
  host: string
  port: number
  /** TLS from the start (smtps); smtp goes over to it where the server offers it. */
  secure: boolean
  user: string | null
  password: string | null
  from: string
}

type Env = Record<string, string | undefined>

function wrong(name: string, expected: string, value: string): StartupError {
  return new StartupError(`${name} is wrong: it should be ${expected}, not "${value.slice(0, 80)}".`)
}

function oneOf<const T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const value = env[name]
  if (!value) return fallback
  const found = allowed.find((choice) => choice === value)
  if (!found) throw wrong(name, `one of ${allowed.join(', ')}`, value)
  return found
}

function number(
  env: Env,
  name: string,
  range: { min: number; max: number; whole: boolean },
  fallback: number,
): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (
    !Number.isFinite(value) ||
    value < range.min ||
    value > range.max ||
    (range.whole && !Number.isInteger(value))
  ) {
    throw wrong(name, `a ${range.whole ? 'whole ' : ''}number from ${range.min} to ${range.max}`, text)
  }
  return value
}

function url(env: Env, name: string, protocols: string[]): string | null {
  const text = env[name]
  if (!text) return null
  const parsed = URL.parse(text)
  // the value may hold a password, so it is not repeated
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new StartupError(
      `${name} is wrong: it should be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  }
  return text.replace(/\/+$/, '')
}

function instant(env: Env, name: string): Date | null {
  const text = env[name]
  if (!text) return null
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    throw wrong(name, 'an ISO 8601 instant with offset such as 2026-11-24T12:00:00+11:00', text)
  }
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

const SMTP_SHOULD =
  'SMTP_URL is wrong: it should be a URL such as smtp://user:password@smtp.example.com:587 or smtps://smtp.example.com, without path or query; special characters of the password percent-encoded.'
const BARE_ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

function mail(env: Env): MailConfig | null {
  const from = env.MAIL_FROM || null
  if (from && !BARE_ADDRESS.test(from)) {
    throw wrong('MAIL_FROM', 'one bare address such as no-reply@example.com', from)
  }
  const text = env.SMTP_URL
  if (!text) return null
  const parsed = URL.parse(text)
  // the value may hold a password, so it is not repeated
  if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new StartupError(SMTP_SHOULD)
  }
  if (!['', '/'].includes(parsed.pathname) || parsed.search || parsed.hash)
    throw new StartupError(SMTP_SHOULD)
  const user = decoded(parsed.username)
  const password = decoded(parsed.password)
  if ((user === '') !== (password === '')) {
    throw new StartupError('SMTP_URL is wrong: user and password belong together; give both or neither.')
  }
  if (!from) {
    throw new StartupError(
      'MAIL_FROM is missing: with SMTP_URL set it must be the address that mail comes from, such as no-reply@example.com.',
    )
  }
  const secure = parsed.protocol === 'smtps:'
  return {
    // an IPv6 address stands in brackets in a URL only
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port ? Number(parsed.port) : secure ? 465 : 587,
    secure,
    user: user || null,
    password: password || null,
    from,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new StartupError(SMTP_SHOULD)
  }
}

/** Reads the environment: the only place that does. @throws StartupError naming the variable that is wrong */
export function readConfig(env: Env, version: string): Config {
  const port = number(env, 'PORT', { min: 0, max: 65_535, whole: true }, 3000)
  const host = env.HOST || '127.0.0.1'
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const demo = oneOf(env, 'DEMO', ['on', 'off'], !databaseUrl && LOOPBACK.has(host) ? 'on' : 'off') === 'on'
  const rateLimits = oneOf(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'on'
  if (!rateLimits && !demo) throw new StartupError('RATE_LIMITS=off is allowed only with DEMO=on.')
  const sessionSecret = env.SESSION_SECRET || null
  if (databaseUrl && !sessionSecret) {
    throw new StartupError(
      'SESSION_SECRET is missing: with DATABASE_URL set it must be a random text of at least 32 characters.',
    )
  }
  if (sessionSecret && sessionSecret.length < 32) {
    throw new StartupError('SESSION_SECRET is wrong: it should be a random text of at least 32 characters.')
  }
  const vaultKey = readVaultKey(env, databaseUrl !== null)
  const role = oneOf(env, 'ROLE', ['all', 'web', 'worker'], 'all')
  if (role !== 'all' && !databaseUrl) {
    throw new StartupError(
      `ROLE=${role} needs DATABASE_URL: several processes share one external PostgreSQL.`,
    )
  }
  return {
    version,
    production: env.NODE_ENV === 'production',
    port,
    listens: role !== 'worker' || Boolean(env.PORT),
    host,
    publicUrl: url(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl,
    role,
    demo,
    firstAdmin: firstAdmin(env, demo),
    voiceProvider: oneOf(env, 'VOICE_PROVIDER', ['auto', 'vapi', 'twilio', 'simulator'], 'auto'),
    simulator: {
      speed: number(env, 'SIM_SPEED', { min: 0.1, max: 100_000, whole: false }, 1),
      outcomes: oneOf(env, 'SIM_OUTCOMES', ['realistic', 'by-number'], 'realistic'),
      now: instant(env, 'SIM_NOW'),
    },
    mail: mail(env),
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((part) => part.trim()) : null,
    rateLimits,
    sessionSecret,
    s3: readS3(env),
    vaultKey,
    clamav: readClamav(env),
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'warn'),
  }
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

const S3_VARIABLES = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function readS3(env: Env): S3Settings | null {
  const endpoint = url(env, 'S3_ENDPOINT', ['http:', 'https:'])
  const given = S3_VARIABLES.filter((name) => env[name])
  if (given.length === 0 && !endpoint) return null
  // services beside Amazon's mostly know no regions, but a signature names one
  const region = env.S3_REGION || (endpoint ? 'us-east-1' : '')
  const missing = S3_VARIABLES.find((name) => !env[name] && !(name === 'S3_REGION' && region))
  if (missing)
    throw new StartupError(
      `${missing} is missing: the file store needs ${S3_VARIABLES.join(', ')}, and S3_ENDPOINT where it is not Amazon's.`,
    )
  return {
    endpoint,
    region,
    bucket: env.S3_BUCKET ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  }
}

function readVaultKey(env: Env, external: boolean): Config['vaultKey'] {
  const { VAULT_KEY: text, VAULT_KEY_FILE: file } = env
  if (text && file) throw new StartupError('Set VAULT_KEY or VAULT_KEY_FILE, not both.')
  if (text) return { text }
  if (file) return { file: resolve(file) }
  if (external)
    throw new StartupError(
      'VAULT_KEY is missing: with DATABASE_URL set it, or the file that VAULT_KEY_FILE names, must be an age identity as age-keygen writes it.',
    )
  return null
}

function readClamav(env: Env): ClamavAddress | null {
  const text = env.CLAMAV_ADDRESS
  if (!text) return null
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^\s:/[\]]+):(\d{1,5})$/i.exec(text) ?? []
  if (!host || !(Number(port) >= 1 && Number(port) <= 65_535)) {
    throw wrong('CLAMAV_ADDRESS', 'host and port of clamd such as 127.0.0.1:3310', text)
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Turns a failure at start into the one line for the terminal. */
export function startLine(error: unknown): string {
  return error instanceof StartupError ? error.message : `Brokerline could not start: ${errorLine(error)}`
}
