// Writes server/modules/brokers/places/holidays.gen.json from the package date-holidays (data CC BY-SA 3.0, see NOTICE).
// Run it by hand after updating the package: node tools/holidays.ts
import { readFileSync, writeFileSync } from 'node:fs'
import Holidays from 'date-holidays'
import type { Holiday, HolidayTable } from '#server/calendar/holidays.ts'

const FIRST_YEAR = 2025
const LAST_YEAR = 2032
const STATES = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT'] as const

// The seven national days of the Telemarketing Standard; South Australia calls Boxing Day Proclamation Day.
const NATIONAL =
  /^(New Year's Day|Australia Day|Good Friday|Easter Monday|Anzac Day|Christmas Day|Boxing Day|Proclamation Day)( \(substitute day\))?$/
const FIXED = {
  '01-01': "New Year's Day",
  '01-26': 'Australia Day',
  '04-25': 'Anzac Day',
  '12-25': 'Christmas Day',
  '12-26': 'Boxing Day',
}

/** The table as the installed package gives it. */
export function buildHolidayTable(): HolidayTable {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index)
  const states = Object.fromEntries(
    STATES.map((state) => [state, years.flatMap((year) => holidaysOf(state, year))]),
  ) as HolidayTable['states'] // the keys are STATES
  const file = new URL('../node_modules/date-holidays/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string } // npm's own format
  return { version: `date-holidays ${version}, ${FIRST_YEAR} to ${LAST_YEAR}`, years, states }
}

function holidaysOf(state: string, year: number): Holiday[] {
  const found = new Map<string, Holiday>()
  // A national day bars calls on its own date too where the state moves the day off to a Monday.
  for (const [day, name] of Object.entries(FIXED)) {
    const date = `${year}-${day}`
    found.set(date, { date, name, national: true })
  }
  for (const entry of new Holidays('AU', state).getHolidays(year)) {
    if (entry.type !== 'public') continue
    const [date = '', time = ''] = entry.date.split(' ')
    const national = NATIONAL.test(entry.name)
    const known = found.get(date)
    if (known && (known.national || !national)) continue
    const partial = time > '00:00:00' ? { from: time.slice(0, 5) } : {}
    found.set(date, { date, name: entry.name, national, ...partial })
  }
  return [...found.values()].sort((a, b) => a.date.localeCompare(b.date))
}

if (import.meta.main) {
  const target = new URL('../server/calendar/holidays.gen.json', import.meta.url)
  writeFileSync(target, `${JSON.stringify(buildHolidayTable(), null, 1)}\n`)
}
