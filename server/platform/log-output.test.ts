import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { PATIENCE } from '#test/patience.ts'
import { createLog } from './log.ts'
import { openLogOutput } from './log-output.ts'

// a device that is always full
const FULL = '/dev/full'

it.runIf(existsSync(FULL))(
  'a log on a full disk ends nothing: it says so, and keeps no more than a little',
  async () => {
    const output = openLogOutput(FULL)
    const log = createLog('info', output.destination)
    expect(output.state()).toEqual({ failure: null, lost: 0 })
    log.info('first')
    await vi.waitUntil(() => output.state().failure, PATIENCE)
    const { failure } = output.state()
    expect(failure).toEqual({ reason: 'the disk is full', since: expect.any(Date) })
    for (let i = 0; i < 3_000; i++) log.info({ text: 'x'.repeat(1_000) }, 'more')
    await vi.waitUntil(() => output.state().lost > 1_500, PATIENCE)
    expect(output.state().failure).toEqual(failure)
  },
)

it('a log that can be written has lost nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  const file = join(folder, 'log')
  await writeFile(file, '')
  const output = openLogOutput(file)
  createLog('info', output.destination).info('written')
  await vi.waitUntil(async () => (await readFile(file, 'utf8')).includes('written'), PATIENCE)
  expect(output.state()).toEqual({ failure: null, lost: 0 })
  await rm(folder, { recursive: true })
})
