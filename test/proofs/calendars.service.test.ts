import { it } from 'vitest'
import { playedCaldav } from './calendars/caldav-service.ts'
import { playedService } from './calendars/consented-services.ts'
import { expectEqualCalendars } from './calendars/equal-calendars.ts'

// One service that is read and one that announces its changes; `npm run test:deep` plays all, and longer.
// Covers: connected-calendars-12
it.each([
  ['CalDAV', playedCaldav],
  ['Microsoft 365', () => playedService('microsoft')],
])(
  'keeps calendars and meetings equal while both sides are edited and processes die: %s',
  (_name, start) => expectEqualCalendars(start, 5),
  300_000,
)
