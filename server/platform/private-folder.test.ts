import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePrivateFolder } from './private-folder.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'brokerline-private-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const mode = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777

// Covers: running-17
it.skipIf(process.platform === 'win32').each<[string, number | null, number]>([
  ['is made closed to others', null, 0o700],
  ['that an older version left open is closed', 0o755, 0o700],
  ['that is closed stays as it is', 0o700, 0o700],
  ['that everybody writes to is not taken away from them', 0o1777, 0o1777],
])('a folder %s', async (what, before, after) => {
  const path = join(root, what, 'data')
  if (before !== null) {
    await mkdir(path, { recursive: true })
    await chmod(path, before)
  }
  await makePrivateFolder(path)
  expect(await mode(path)).toBe(after)
})
