// Writes an encrypted archive of this installation, also while Brokerline is running: `npm run backup`. With
// `-- new-key FILE` it makes the key pair for archives instead.
import { writeFile } from 'node:fs/promises'
import { makeBackup } from '#server/modules/backups/make-backup.ts'
import { formatAgeKey, generateAgeKey } from '#server/platform/crypto/age.ts'
import { startLine } from '../server/config.ts'
import { withOwnApp } from './own-app.ts'

async function makeKey(path: string): Promise<void> {
  const key = await generateAgeKey()
  await writeFile(path, formatAgeKey(key, new Date()), { mode: 0o600, flag: 'wx', flush: true })
  console.log(`${path} opens the archives: keep it away from this machine, and not only in one place.`)
  console.log(`Set BACKUP_RECIPIENT=${key.recipient}`)
}

const MIB = 1024 * 1024

async function run(): Promise<void> {
  const [command, path] = process.argv.slice(2)
  if (command === 'new-key' && path) return makeKey(path)
  if (command) throw new Error('"npm run backup" takes no arguments, or "-- new-key FILE"')
  const startedAt = performance.now()
  await withOwnApp('backup', async (ctx) => {
    const made = await makeBackup(ctx, { day: null })
    if (!made) return
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(
      `${made.name} is in ${ctx.providers.backups.store.name}: ${(made.bytes / MIB).toFixed(1)} MiB with ${made.rows} rows and ${made.files} files, in ${seconds} s.`,
    )
  })
}

run().catch((error: unknown) => {
  console.error(startLine(error).replace('Brokerline could not start', 'No backup was made'))
  process.exitCode = 1
})
