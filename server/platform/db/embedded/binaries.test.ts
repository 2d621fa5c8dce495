import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSymlinks, findBinaries } from './binaries.ts'

test('links libraries as the package lists them, also when several processes do so at once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'binaries-'))
  await mkdir(join(root, 'native', 'lib'), { recursive: true })
  await writeFile(join(root, 'native', 'lib', 'libx.so.1.2'), 'library')
  const link = { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify([link]))
  await Promise.all([createSymlinks(root), createSymlinks(root), createSymlinks(root)])
  expect(await readFile(join(root, link.target), 'utf8')).toBe('library')
  await rm(root, { recursive: true })
})

test('finds the programs of this platform', async () => {
  const { initdb, postgres } = await findBinaries()
  expect(initdb).toMatch(/initdb(\.exe)?$/)
  expect(postgres).toMatch(/postgres(\.exe)?$/)
})
