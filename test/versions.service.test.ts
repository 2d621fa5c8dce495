// Each released version leaves an archive of a small world and the figures that it showed: this version restores it, migrates
// it, and shows the same. Before a release: WRITE_VERSION=1 npx vitest run test/versions.service.test.ts
import { readdirSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { makeBackup } from '#server/modules/backups/make-backup.ts'
import { restoreArchive } from '#server/modules/backups/restore-archive.ts'
import { settleRestore } from '#server/modules/backups/settle-restore.ts'
import { endRestore } from '#server/platform/db/unfinished-restore.ts'
import { randomCommands } from '#test/proofs/random-commands.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import {
  createBackupWorld,
  createEmptyInstallation,
  fileSource,
  withClient,
} from '#test/worlds/backup-world.ts'
import { staffClient } from '#test/worlds/client.ts'
import { figureDifferences } from '#test/worlds/figures-oracle.ts'
import { setSydneyToday } from '#test/worlds/figures-world.ts'
import packageJson from '../package.json' with { type: 'json' }

const folder = new URL('./versions/', import.meta.url)
const TODAY = '2026-11-24'
const now = () => new Date(`${TODAY}T01:00:00Z`)

/** What a version showed, and the key that opens its archive. */
interface Shown {
  identity: string
  screens: Record<string, unknown>
}

/** Reads whose answers an upgrade must not change; fields may be added. */
const READS = [
  '/api/dashboard/stats',
  '/api/campaigns?limit=50',
  '/api/brokers?limit=50&sort=name',
  '/api/calls?limit=50',
  '/api/bookings?limit=50',
  '/api/suppressions?limit=50',
  '/api/tasks?limit=50',
]

async function screensOf(app: TestApp): Promise<Record<string, unknown>> {
  const admin = await staffClient(app, 'admin')
  const screens: Record<string, unknown> = {}
  for (const path of READS) {
    const answer = await admin.get(path)
    expect({ path, status: answer.statusCode }).toEqual({ path, status: 200 })
    screens[path] = answer.json()
  }
  return screens
}

it.runIf(process.env.WRITE_VERSION)(
  'writes the archive of this version',
  async () => {
    const world = await createBackupWorld({ now })
    await asOwner(world.app.databaseUrl, setSydneyToday(TODAY))
    const random = await randomCommands(world.app, 20_261_124)
    await random.run(150)
    const shown: Shown = { identity: world.key.identity, screens: await screensOf(world.app) }
    const made = await makeBackup(world.app.ctx(), { day: null })
    const name = new URL(`${packageJson.version}.`, folder).pathname
    await copyFile(world.archivePath(made?.name ?? ''), `${name}age`)
    await writeFile(`${name}json`, `${JSON.stringify(shown, null, 1)}\n`)
    await world.close()
  },
  300_000,
)

const versions = readdirSync(folder)
  .filter((name) => name.endsWith('.age'))
  .map((name) => name.replace(/\.age$/, ''))

it('has the archive of every version in the changelog', async () => {
  const changelog = await readFile(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  expect([...changelog.matchAll(/^## (\d\S+)$/gm)].map(([, version]) => version).sort()).toEqual(
    versions.toSorted(),
  )
})

it.each(versions)('the data of version %s shows the same figures after the upgrade', async (version) => {
  const shown = JSON.parse(await readFile(new URL(`${version}.json`, folder), 'utf8')) as Shown
  const empty = await createEmptyInstallation()
  const archive = fileSource(new URL(`${version}.age`, folder).pathname)
  const { manifest } = await restoreArchive(archive, empty.target(shown.identity))
  const owner = empty.database.ownerUrl ?? ''
  await asOwner(empty.database.url, setSydneyToday(TODAY))
  const app = await createTestApp({ databaseUrl: empty.database.url, env: { DATA_DIR: empty.dataDir }, now })
  try {
    await settleRestore(app.ctx(), { archive: version, manifest })
    await withClient(owner, endRestore)
    expect(await screensOf(app)).toMatchObject(shown.screens)
    expect(await figureDifferences(app.connection)).toEqual([])
  } finally {
    await app.close()
    await empty.drop()
  }
})
