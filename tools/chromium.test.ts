import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chromiumPath } from './chromium.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, '#!/bin/sh\n', { mode: 0o755 })
  return path
}

test('CHROMIUM_PATH comes first, then PATH', async () => {
  const mine = await program('mine')
  const found = await program('chromium-browser')
  const first = await chromiumPath({ env: { CHROMIUM_PATH: mine, PATH: folder } })
  expect(first.path).toBe(mine)
  expect((await chromiumPath({ env: { PATH: `/nowhere:${folder}` } })).path).toBe(found)
  expect(first.args).toContain('--disable-background-networking')
})

test('a CHROMIUM_PATH that cannot be run is refused', async () => {
  const path = join(folder, 'missing')
  await expect(chromiumPath({ env: { CHROMIUM_PATH: path, PATH: '' } })).rejects.toThrow(
    `CHROMIUM_PATH is ${path}, which cannot be run. Set it to a Chromium, or unset it.`,
  )
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the packaged one is unpacked once and shows a page without any Chromium in PATH',
  { timeout: 60_000 },
  async () => {
    const find = () => chromiumPath({ env: { PATH: '/nowhere' }, cacheFolder: folder })
    const [first, second] = await Promise.all([find(), find()])
    expect(second.path).toBe(first.path)
    expect((await readdir(folder)).filter((name) => name.startsWith('unpack-'))).toEqual([])
    const browser = await chromium.launch({ executablePath: first.path, args: first.args })
    const page = await browser.newPage()
    await page.setContent('<button onclick="this.textContent = 40 + 2">go</button>')
    await page.getByRole('button').click()
    expect(await page.getByRole('button').textContent()).toBe('42')
    await browser.close()
  },
)
