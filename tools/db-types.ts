// Writes server/schema.gen.ts from the migrated database: `npm run db:types`; with --check it only compares.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'

const OUT = 'server/schema.gen.ts'
const run = promisify(execFile)
const check = process.argv.includes('--check')
const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-types-'))
const postgres = await startEmbedded({
  dataDir,
  log: { info() {}, warn: console.error },
  settings: { fsync: 'off' },
})
try {
  await migrate(postgres)
  const out = check ? join(dataDir, 'schema.gen.ts') : OUT
  await run('node_modules/.bin/kysely-codegen', [
    ...['--dialect', 'postgres', '--url', postgres.ownerUrl, '--out-file', out, '--camel-case'],
    ...[
      '--default-schema',
      'public',
      '--include-pattern',
      'public.*',
      '--exclude-pattern',
      'public.{schema_migrations,table_rights}',
    ],
    ...['--numeric-parser', 'string', '--date-parser', 'string', '--type-mapping', '{"int8":"number"}'],
  ])
  if (check && (await readFile(out, 'utf8')) !== (await readFile(OUT, 'utf8'))) {
    console.error(`${OUT} does not match the migrations. Run npm run db:types.`)
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
