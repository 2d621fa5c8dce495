import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaveTestFolder, testFolder } from './test-folder.ts'

let memory: string

beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'test-folder-'))
})

afterEach(() => {
  chmodSync(memory, 0o700)
  rmSync(memory, { recursive: true, force: true })
})

it('the tests keep their files in memory, which nobody else lists, and the same place is found again', () => {
  const folder = testFolder({ env: {}, memory, roomBytes: 1 })
  expect(folder.startsWith(memory)).toBe(true)
  expect(statSync(folder).mode & 0o777).toBe(0o711)
  expect(readdirSync(folder)).toEqual([])
  expect(testFolder({ env: {}, memory, roomBytes: 1 })).toBe(folder)
})

it('a folder that is chosen is used, and without room or memory the system’s own', () => {
  expect(testFolder({ env: { TMPDIR: '/chosen' }, memory, roomBytes: 1 })).toBe('/chosen')
  expect(testFolder({ env: {}, memory, roomBytes: Number.MAX_SAFE_INTEGER })).toBe(tmpdir())
  expect(testFolder({ env: {}, memory: join(memory, 'nowhere'), roomBytes: 1 })).toBe(tmpdir())
})

it('the folder goes with the run, unless something is left in it', () => {
  const folder = testFolder({ env: {}, memory, roomBytes: 1 })
  writeFileSync(join(folder, 'left'), '')
  leaveTestFolder(folder)
  expect(existsSync(join(folder, 'left'))).toBe(true)
  rmSync(join(folder, 'left'))
  leaveTestFolder(folder)
  expect(existsSync(folder)).toBe(false)
})
