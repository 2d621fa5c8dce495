import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const words = packageJson.scripts.start.split(' ')

it('npm start runs in every shell: a program with plain arguments, no variable and no operator', () => {
  expect(words[0]).toBe('node')
  expect(words.filter((word) => !/^[\w./=-]+$/.test(word))).toEqual([])
})

it('npm start leaves the process a heap of one gigabyte at least', () => {
  const flags = words.filter((word) => word.startsWith('--'))
  const limit = execFileSync(
    process.execPath,
    [...flags, '--print', "require('node:v8').getHeapStatistics().heap_size_limit"],
    // the heap of a user's process, not that of the test runner
    { env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' },
  )
  expect(Number(limit)).toBeGreaterThanOrEqual(2 ** 30)
})
