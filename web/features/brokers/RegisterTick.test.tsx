import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RegisterTick } from './RegisterTick.tsx'

// the year of this day is not written
beforeAll(() => void vi.setSystemTime('2026-11-24T01:00:00Z'))
afterAll(() => void vi.useRealTimers())

const held = { holder: 'FRASER, ISLA', endedOn: null, snapshotDate: '2026-11-23', matches: true }

// Covers: surveillance-12
test.each([
  ['the broker', held, 'text-green-ink', 'FRASER, ISLA, on ASIC’s register of Mon 23 Nov'],
  [
    'somebody else',
    { ...held, matches: false },
    'text-amber-ink',
    'Held by another name: FRASER, ISLA, on ASIC’s register of Mon 23 Nov',
  ],
  [
    'the broker until it ended',
    { ...held, endedOn: '2026-06-30' },
    'text-amber-ink',
    'FRASER, ISLA: ended on Tue 30 Jun, on ASIC’s register of Mon 23 Nov',
  ],
])('the register tick of a number held by %s', (_who, registered, tone, text) => {
  const html = renderToStaticMarkup(<RegisterTick registered={registered} />)
  expect(html).toContain(tone)
  expect(html).toContain(`title="${text}"`)
})
