import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { failureCases } from './calendar-conformance/failures.ts'
import type { CalendarHarness, PagedHarness } from './calendar-conformance/harness.ts'
import { pageCases } from './calendar-conformance/pages.ts'
import { readCases } from './calendar-conformance/reads.ts'
import { writeCases } from './calendar-conformance/writes.ts'

/** The cases that every calendar service has to pass. @param create a fresh harness for the whole suite */
export function calendarConformance(name: string, create: () => Promise<CalendarHarness>): void {
  describe(`${name} as a calendar service`, () => void cases(create))
}

/** Those, and the ones for a service that keeps cursors and answers with pages. */
export function pagedCalendarConformance(name: string, create: () => Promise<PagedHarness>): void {
  describe(`${name} as a calendar service`, () => pageCases(cases(create)))
}

function cases<H extends CalendarHarness>(create: () => Promise<H>): () => H {
  let harness: H
  beforeAll(async () => {
    harness = await create()
  })
  afterAll(() => harness?.close())
  beforeEach(() => harness.clear())

  readCases(() => harness)
  writeCases(() => harness)
  failureCases(() => harness)
  return () => harness
}
