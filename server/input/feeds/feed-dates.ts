/** Reads the dates that feeds write: RFC 822 with any zone name, ISO 8601, day first, and seconds since 1970. */

/** Minutes from UTC of zone names that `Date` does not read. */
const ZONES: Record<string, string> = {
  AEDT: '+1100',
  AEST: '+1000',
  ACDT: '+1030',
  ACST: '+0930',
  AWST: '+0800',
  ACWST: '+0845',
  NZDT: '+1300',
  NZST: '+1200',
  BST: '+0100',
  CET: '+0100',
  CEST: '+0200',
  IST: '+0530',
  HKT: '+0800',
  SGT: '+0800',
  JST: '+0900',
  UTC: '+0000',
  UT: '+0000',
  WET: '+0000',
}
const ZONE_NAME = /\s([A-Z]{2,5})$/i
const DAY_FIRST = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:[,\s]+(\d{1,2}:\d{2}(?::\d{2})?))?(?:\s*(am|pm))?/i
/** No feed is older; an earlier date is a default such as 1970. */
const EARLIEST = Date.UTC(1990, 0, 1)

/** Null for a date that is missing, unreadable, before 1990 or more than a day ahead. */
export function feedDate(text: string, now: number): Date | null {
  const at = text ? instantOf(text.replaceAll(/\s+/g, ' ').trim()) : Number.NaN
  return at >= EARLIEST && at <= now + 86_400_000 ? new Date(at) : null
}

function instantOf(text: string): number {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  if (/^\d{13}$/.test(text)) return Number(text)
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return dayFirstInstant(dayFirst)
  const zoned = text
    // a remark, usually the name of the zone after its offset
    .replace(/\s*\([^()]*\)$/, '')
    .replace(ZONE_NAME, (whole, name: string) => {
      const offset = ZONES[name.toUpperCase()]
      return offset ? ` ${offset}` : whole
    })
    // a weekday is redundant, and Date cannot parse the rest where it is abbreviated or translated
    .replace(/^\p{L}{2,12}\.?,?\s+(?=\d)/u, '')
    .replace(/\bSept\b/i, 'Sep')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/i, '$1')
  const at = Date.parse(hasZone(zoned) ? zoned : `${zoned}${/^\d{4}-\d\d-\d\dT/.test(zoned) ? 'Z' : ' UTC'}`)
  return Number.isNaN(at) ? Date.parse(text) : at
}

const hasZone = (text: string): boolean =>
  /(?:\d[+-]\d{2}:?\d{2}|\s[+-]\d{2}:?\d{2}|Z|\b(?!am|pm)[A-Z]{1,4})$/i.test(text) ||
  /^\d{4}-\d{2}-\d{2}$/.test(text)

function dayFirstInstant([, day, month, year, time = '00:00', half]: RegExpExecArray): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  const shift = half ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour
  return Date.UTC(Number(year), Number(month) - 1, Number(day), shift, minute, second)
}
