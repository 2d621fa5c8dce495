// Migrates an external database to this version and grants the application's role its rights: `npm run db:migrate`.
import pino from 'pino'
import { readDatabase } from '../server/config/database.ts'
import { withSecretFiles } from '../server/config/secret-files.ts'
import { startLine } from '../server/config.ts'
import { prepareDatabase } from '../server/platform/db/prepare-database.ts'
import { StartupError } from '../server/platform/startup-error.ts'

async function migrateDatabase(): Promise<void> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = readDatabase(withSecretFiles(process.env))
  if (!url || !ownerUrl)
    throw new StartupError(
      "DATABASE_URL and DATABASE_OWNER_URL are missing: the application's address of the database, and its owner's.",
    )
  const { excess } = await prepareDatabase({ url, ownerUrl }, { log: pino({ level: 'silent' }) })
  console.log(excess ?? 'The database is at this version, and the role of DATABASE_URL may do what it needs.')
}

migrateDatabase().catch((error: unknown) => {
  console.error(startLine(error))
  process.exitCode = 1
})
