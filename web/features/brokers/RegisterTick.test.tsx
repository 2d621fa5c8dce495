import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RegisterTick } from './RegisterTick.tsx'

const held = { holder: 'FRASER, ISLA', endedOn: null, snapshotDate: '2026-11-23', matches: true }

// Covers: surveillance-12
test.each([
  ['the broker', held, 'text-green-ink', 'FRASER, ISLA, on ASIC’s register of 23 November 2026'],
  [
    'somebody else',
    { ...held, matches: false },
    'text-amber-ink',
    'Held by another name: FRASER, ISLA, on ASIC’s register of 23 November 2026',
  ],
  [
    'the broker until it ended',
    { ...held, endedOn: '2026-06-30' },
    'text-amber-ink',
    'FRASER, ISLA: ended on 30 June 2026, on ASIC’s register of 23 November 2026',
  ],
])('the register tick of a number held by %s', (_who, registered, tone, text) => {
  const html = renderToStaticMarkup(<RegisterTick registered={registered} />)
  expect(html).toContain(tone)
  expect(html).toContain(`title="${text}"`)
})
