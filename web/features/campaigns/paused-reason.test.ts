import { expect, test } from 'vitest'
import { pausedWords } from './paused-reason.ts'

// Covers: campaigns-list-10
test('the reason of a pause is told without the numbers of its calls, which one link opens', () => {
  expect(pausedWords('3 of the last 20 calls failed (3 × number refused): calls #17, #18, #21.')).toEqual({
    text: '3 of the last 20 calls failed (3 × number refused).',
    calls: [17, 18, 21],
  })
  expect(pausedWords('11 of the last 20 calls failed.')).toEqual({
    text: '11 of the last 20 calls failed.',
    calls: [],
  })
})
