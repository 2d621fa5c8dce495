import { resolve } from 'node:path'
import { StartupError } from '#server/platform/startup-error.ts'
import type { ClamavAddress } from '#server/providers/files/clamav.ts'
import type { S3Settings } from '#server/providers/files/s3-store.ts'
import { type Env, wrong } from './env.ts'
import { privateHosts, secureUrl } from './transport.ts'

/** Identity of the vault, as text or in a file. */
export type VaultKeySource = { text: string } | { file: string }

const S3_VARIABLES = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** @throws StartupError */
export function readS3(env: Env): S3Settings | null {
  const endpoint = secureUrl(env, 'S3_ENDPOINT', privateHosts(env))
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

/** @throws StartupError */
export function readVaultKey(env: Env, external: boolean): VaultKeySource | null {
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

/** @throws StartupError */
export function readClamav(env: Env): ClamavAddress | null {
  const text = env.CLAMAV_ADDRESS
  if (!text) return null
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^\s:/[\]]+):(\d{1,5})$/i.exec(text) ?? []
  if (!host || !(Number(port) >= 1 && Number(port) <= 65_535)) {
    throw wrong('CLAMAV_ADDRESS', 'host and port of clamd such as 127.0.0.1:3310', text)
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
