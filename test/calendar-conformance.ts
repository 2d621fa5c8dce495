import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { failureCases } from './calendar-conformance/failures.ts'
import type { CalendarHarness } from './calendar-conformance/harness.ts'
import { readCases } from './calendar-conformance/reads.ts'
import { writeCases } from './calendar-conformance/writes.ts'

/** The cases that every calendar service has to pass. @param create a fresh harness for the whole suite */
export function calendarConformance(name: string, create: () => Promise<CalendarHarness>): void {
  describe(`${name} as a calendar service`, () => {
    let harness: CalendarHarness
    beforeAll(async () => {
      harness = await create()
    })
    afterAll(() => harness?.close())
    beforeEach(() => harness.clear())

    readCases(() => harness)
    writeCases(() => harness)
    failureCases(() => harness)
  })
}
