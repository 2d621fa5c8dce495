import { readFileSync } from 'node:fs'
import { errorLine, StartupError } from '#server/platform/startup-error.ts'
import { definitions } from '#server/providers/vendors.registry.ts'
import { CALENDAR_SECRETS } from './calendars.ts'
import type { Env } from './env.ts'

/** Variables that hold a secret, and may be given as the file that holds it. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SESSION_SECRET',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SMTP_URL',
  'PUSH_KEY',
  'SEAL_KEY',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_IDENTITY',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  ...CALENDAR_SECRETS,
  ...Object.values(definitions).flatMap(({ secretVariables }) => secretVariables),
]

/**
 * The environment with what `NAME_FILE` names in the place of `NAME`: a secret store hands out files, which neither a list
 * of processes nor a crash report shows. @throws StartupError
 */
export function withSecretFiles(env: Env): Env {
  const read: Env = {}
  for (const name of SECRET_VARIABLES) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new StartupError(`Set ${name} or ${name}_FILE, not both.`)
    read[name] = readSecret(name, file)
  }
  return { ...env, ...read }
}

function readSecret(name: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartupError(`${name}_FILE ${file} cannot be read: ${errorLine(error)}`)
  }
  if (text === '') throw new StartupError(`${name}_FILE ${file} is empty.`)
  return text
}
