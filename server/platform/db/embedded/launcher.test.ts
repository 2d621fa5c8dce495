import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Launcher, launch, requireReachable, userIds } from './launcher.ts'

const stranger: Launcher = { kind: 'another', name: 'postgres', uid: 54_321, gid: 54_321 }

test('reads a user out of /etc/passwd', () => {
  const passwd =
    'root:x:0:0:root:/root:/bin/bash\npostgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash\n'
  expect(userIds(passwd, 'postgres')).toEqual({ uid: 101, gid: 104 })
  expect(userIds(passwd, 'post')).toBeUndefined()
})

test('names the first folder that another user may not enter', async () => {
  const top = await mkdtemp(join(tmpdir(), 'reach-'))
  const closed = join(top, 'closed')
  await mkdir(join(closed, 'inner'), { recursive: true, mode: 0o755 })
  await chmod(top, 0o755)
  await requireReachable(stranger, join(closed, 'inner'))
  await chmod(closed, 0o750)
  await expect(requireReachable(stranger, join(closed, 'inner'))).rejects.toThrow(
    `the user postgres may not enter ${closed}. Run "chmod o+x ${closed}"`,
  )
  await requireReachable({ kind: 'direct' }, join(closed, 'inner'))
  await rm(top, { recursive: true })
})

test('starts programs with an environment of their own', () => {
  const direct = launch({ kind: 'direct' }, '/x/postgres', ['-D', 'a'])
  expect([direct.command, ...direct.args]).toEqual(['/x/postgres', '-D', 'a'])
  expect(direct.options.env).not.toHaveProperty('PGDATA')
  expect(direct.options.env).toMatchObject({ LC_ALL: 'C', TZ: 'UTC' })
  const namespaced = launch({ kind: 'namespaced', uid: 0, gid: 0 }, '/x/postgres', ['-D', 'a'])
  expect([namespaced.command, ...namespaced.args]).toEqual(['unshare', '-U', '/x/postgres', '-D', 'a'])
  expect(launch(stranger, '/x/postgres', []).options).toMatchObject({ uid: 54_321, gid: 54_321 })
})
