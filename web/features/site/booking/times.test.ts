import { describe, expect, it } from 'vitest'
import { placeOf, sydneyDay, timeRange, viewerRange, viewerStart, zoneLabel } from './times.ts'

const summer = '2026-11-24T10:00:00+11:00'
const winter = '2027-07-06T10:00:00+10:00'

describe('a meeting', () => {
  it('has the label of its own date, whatever form its instant has', () => {
    expect(timeRange(summer)).toBe('10:00 AM to 11:00 AM AEDT')
    expect(timeRange('2026-11-23T23:00:00Z')).toBe('10:00 AM to 11:00 AM AEDT')
    expect(timeRange(winter)).toBe('10:00 AM to 11:00 AM AEST')
    expect(timeRange('2026-11-24T11:00:00+11:00')).toBe('11:00 AM to 12:00 PM AEDT')
  })

  it('changes the label with the clocks: at 2:00 on the first Sunday of October and at 3:00 on that of April', () => {
    expect(zoneLabel('2026-10-03T15:59:00Z')).toBe('AEST')
    expect(zoneLabel('2026-10-03T16:00:00Z')).toBe('AEDT')
    expect(zoneLabel('2027-04-03T15:59:00Z')).toBe('AEDT')
    expect(zoneLabel('2027-04-03T16:00:00Z')).toBe('AEST')
  })

  it('belongs to the day that Sydney has', () => {
    expect(sydneyDay('2026-11-23T13:00:00Z')).toBe('2026-11-24')
    expect(sydneyDay('2026-11-23T12:59:59Z')).toBe('2026-11-23')
    expect(sydneyDay('2026-12-31T13:30:00Z')).toBe('2027-01-01')
  })
})

describe("the viewer's own time", () => {
  it('stands beside it where it differs on that date', () => {
    expect(viewerRange(summer, 'Australia/Perth')).toBe('7:00 AM to 8:00 AM, Perth time')
    expect(viewerRange(summer, 'Australia/Brisbane')).toBe('9:00 AM to 10:00 AM, Brisbane time')
    expect(viewerRange(summer, 'Australia/Adelaide')).toBe('9:30 AM to 10:30 AM, Adelaide time')
    expect(viewerStart(summer, 'Australia/Perth')).toBe('7:00 AM')
  })

  it('is left out where it is the same, be it for half the year', () => {
    expect(viewerRange(summer, 'Australia/Melbourne')).toBeNull()
    expect(viewerRange(winter, 'Australia/Brisbane')).toBeNull()
    expect(viewerStart(winter, 'Australia/Brisbane')).toBeNull()
    expect(viewerStart(summer, null)).toBeNull()
    expect(viewerRange(summer, null)).toBeNull()
  })

  it('names the day where it is another one', () => {
    expect(viewerRange(summer, 'Europe/London')).toBe('Mon 23 Nov, 11:00 PM to 12:00 AM, London time')
    expect(viewerStart(summer, 'Europe/London')).toBe('11:00 PM (Mon 23 Nov)')
  })

  it('names the place as people do', () => {
    expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(placeOf('UTC')).toBe('UTC')
    expect(placeOf('Etc/GMT+8')).toBe('your own')
  })
})
