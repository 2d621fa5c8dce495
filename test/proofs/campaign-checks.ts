const ALL_ZONES = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Hobart',
  'Australia/Brisbane',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Australia/Perth',
  'Australia/Broken_Hill',
  'Australia/Lord_Howe',
]
const WEEKDAYS = new Set(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
const OPENS = '09:00'
const CLOSES = '17:00'

/**
 * Why this instant is outside the default window, Monday to Friday 9 to 17, in the zone; null when inside. Computed
 * with Intl, not with the rules under test. A null zone must be inside everywhere.
 */
export function outsideWindow(at: Date, zone: string | null): string | null {
  for (const timeZone of zone ? [zone] : ALL_ZONES) {
    const parts = new Intl.DateTimeFormat('en-AU', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(at)
    const part = (type: string): string => parts.find((found) => found.type === type)?.value ?? ''
    const time = `${part('hour')}:${part('minute')}`
    if (!WEEKDAYS.has(part('weekday')) || time < OPENS || time >= CLOSES)
      return `${part('weekday')} ${time} in ${timeZone}`
  }
  return null
}
