import { describe, expect, it } from 'vitest'
import { createDiskSpace, isOutOfSpace, requireRoom } from './disk-space.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

function disk(free: Record<string, number>) {
  let now = 0
  const space = createDiskSpace({
    folders: Object.fromEntries(Object.keys(free).map((name) => [name, name])),
    reserveBytes: 400,
    freeBytes: async (folder) => free[folder] ?? 0,
    clock: () => now,
  })
  return {
    space,
    free,
    pass(ms: number) {
      now += ms
    },
    level: async () => (await space.state()).level,
  }
}

describe('the room on the disk', () => {
  // Covers: running-25
  it.each([
    [400, 'ok'],
    [399, 'low'],
    [100, 'low'],
    [99, 'full'],
  ] as const)('with %i bytes of a reserve of 400 left is %s', async (free, level) => {
    expect(await disk({ files: free }).level()).toBe(level)
  })

  // Covers: running-25
  it('is that of the fullest one', async () => {
    expect(await disk({ files: 5_000, database: 200 }).level()).toBe('low')
    expect(await disk({}).level()).toBe('ok')
  })

  // Covers: running-28
  it.each([
    '53100',
    'ENOSPC',
    'EDQUOT',
  ])('is none for half a minute after a write failed with %s', async (code) => {
    const { space, pass, level } = disk({})
    space.note(withCode('40001'))
    expect(await level()).toBe('ok')
    space.note(withCode(code))
    pass(29_999)
    expect(await level()).toBe('full')
    pass(1)
    expect(await level()).toBe('ok')
  })

  // Covers: running-25
  it('refuses uploads first, then calls, with what to do', async () => {
    const { space, free } = disk({ files: 300 })
    await expect(requireRoom(space, 'files')).rejects.toMatchObject({ code: 'no_space', status: 507 })
    await requireRoom(space, 'calls')
    free.files = 10
    const refused = await requireRoom(space, 'calls').catch((error: unknown) => error)
    expect(refused).toMatchObject({ retryAfter: 60 })
    // a refusal in advance is retried like a failed write
    expect(isOutOfSpace(refused)).toBe(true)
    free.files = 400
    await requireRoom(space, 'files')
  })

  // Covers: running-25
  it('of a folder that is not there yet is that of the one above', async () => {
    const { folders } = await createDiskSpace({
      folders: { files: `${import.meta.dirname}/not/there` },
      reserveBytes: 1,
    }).state()
    expect(folders).toEqual([{ name: 'files', freeBytes: expect.any(Number) }])
    expect(folders[0]?.freeBytes).toBeGreaterThan(0)
  })
})
