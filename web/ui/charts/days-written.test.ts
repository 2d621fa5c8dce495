import { describe, expect, it } from 'vitest'
import { daysWritten } from './days-written.ts'

const days = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('the days below a chart', () => {
  it.each([
    ['all where there is room', 7, 900, [0, 1, 2, 3, 4, 5, 6]],
    ['equally far apart where there is less', 30, 880, [1, 4, 7, 10, 13, 16, 19, 22, 25, 28]],
    ['few on a phone', 30, 330, [5, 15, 25]],
    ['one where there is hardly any', 30, 40, [15]],
    ['none of none', 0, 900, []],
  ])('are %s', (_what, count, width, written) => {
    expect(daysWritten(days(count), width)).toEqual(written)
  })

  it('are never more than fit, for any number of days and any width', () => {
    for (let count = 1; count <= 400; count += 7)
      for (let width = 88; width < 1600; width += 53) {
        const written = daysWritten(days(count), width)
        expect(written.length).toBeGreaterThan(0)
        expect(written.length).toBeLessThanOrEqual(Math.floor(width / 88))
      }
  })
})
