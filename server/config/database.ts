import { StartupError } from '#server/platform/startup-error.ts'
import type { Env } from './env.ts'
import { databaseUrl as secureDatabaseUrl } from './transport.ts'

export interface DatabaseConfig {
  /** As whom the application works; null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** Who owns the tables and changes them. */
  databaseOwnerUrl: string | null
}

/** @throws StartupError */
export function readDatabase(env: Env): DatabaseConfig {
  const databaseUrl = secureDatabaseUrl(env, 'DATABASE_URL')
  const databaseOwnerUrl = secureDatabaseUrl(env, 'DATABASE_OWNER_URL')
  if (databaseOwnerUrl && !databaseUrl)
    throw new StartupError(
      'DATABASE_URL is missing: DATABASE_OWNER_URL is given beside it, for the owner of the same database.',
    )
  return { databaseUrl, databaseOwnerUrl }
}
