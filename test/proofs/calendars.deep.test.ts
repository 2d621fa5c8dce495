import { it } from 'vitest'
import { playedCaldav } from './calendars/caldav-service.ts'
import { playedService } from './calendars/consented-services.ts'
import { expectEqualCalendars } from './calendars/equal-calendars.ts'

// Covers: connected-calendars-12
it.each([
  ['CalDAV', playedCaldav],
  ['Google', () => playedService('google')],
  ['Microsoft 365', () => playedService('microsoft')],
])(
  'keeps calendars and meetings equal through many edits of both sides while processes die: %s',
  (_name, start) => expectEqualCalendars(start, 12),
  300_000,
)
