import { expect, it } from 'vitest'
import { checkTimers } from './timers.ts'

const allowed = { 'server/platform/loop.ts': 'the one helper for loops' }
const loop = { path: 'server/platform/loop.ts', text: 'timer = setTimeout(run, ms)' }

// Covers: running-30
it.each([
  ['setInterval(look, 1_000)', true],
  ['function look() { setTimeout(look, 1_000) }', true],
  ["import { setTimeout as pause } from 'node:timers/promises'", true],
  ['createLoop({ everyMs: 1_000 })', false],
])('a timer of the server’s own is found: %s', (text, found) => {
  const problem = expect.stringContaining('server/modules/calls/look.ts: uses a timer')
  expect(checkTimers([loop, { path: 'server/modules/calls/look.ts', text }], allowed)).toEqual(
    found ? [problem] : [],
  )
})

// Covers: running-30
it('a test may use one, and an exception that is none any more is told', () => {
  const test = { path: 'server/modules/calls/look.test.ts', text: 'setTimeout(done)' }
  expect(checkTimers([loop, test], allowed)).toEqual([])
  expect(checkTimers([test], allowed)).toEqual([
    expect.stringContaining('server/platform/loop.ts uses no timer'),
  ])
})
