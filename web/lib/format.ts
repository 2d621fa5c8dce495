/** How values are formatted on every screen. Pure; absent values become an en dash. */
import { moneyText, numberText } from '#contract/number-text.ts'
import { roundHalfUp } from '#contract/percent.ts'
import type { Total } from '#web/api/call.ts'

export const ABSENT = '–'

/** E.164 to how Australians read it: '0491 570 156', '(02) 5550 1234', '1300 975 707'; foreign numbers stay as they are. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return ABSENT
  const national = /^\+61(\d+)$/.exec(phone.replace(/[\s()-]/g, ''))?.[1]
  if (!national) return phone
  const mobile = /^(4\d{2})(\d{3})(\d{3})$/.exec(national)
  if (mobile) return `0${mobile[1]} ${mobile[2]} ${mobile[3]}`
  const fixed = /^([2378])(\d{4})(\d{4})$/.exec(national)
  if (fixed) return `(0${fixed[1]}) ${fixed[2]} ${fixed[3]}`
  const service = /^(1[38]00)(\d{3})(\d{3})$/.exec(national)
  if (service) return `${service[1]} ${service[2]} ${service[3]}`
  const short = /^(13)(\d{2})(\d{2})$/.exec(national)
  return short ? `${short[1]} ${short[2]} ${short[3]}` : phone
}

/** '23 990 000 014', as the business register sets it; anything else stays as it is. */
export function formatAbn(abn: string): string {
  const digits = abn.replace(/\s/g, '')
  const [, ...groups] = /^(\d{2})(\d{3})(\d{3})(\d{3})$/.exec(digits) ?? []
  return groups.length > 0 ? groups.join(' ') : abn
}

/**
 * A rate as lenders quote it, with two decimals, or three where the third is not 0: '6.14% p.a.', '6.145% p.a.
 * variable'.
 */
export function formatRate(rate: string | number | null | undefined, rateType = 'p.a.'): string {
  if (rate === null || rate === undefined || rate === '') return ABSENT
  const value = Number(rate)
  return Number.isFinite(value) ? `${value.toFixed(3).replace(/0$/, '')}% ${rateType}`.trim() : ABSENT
}

/** Seconds as m:ss ('3:05'), from an hour on as h:mm:ss. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return ABSENT
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
}

/** '1,250,000' */
export function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? ABSENT : numberText(value)
}

/** Of a list: '1,283', or 'more than 10,000' where the server stopped counting. */
export function formatTotal(total: Total): string {
  return typeof total === 'number' ? numberText(total) : `more than ${numberText(total.moreThan)}`
}

/** '$1,250,000'; takes the wire's decimal strings as well. */
export function formatMoney(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? ABSENT : moneyText(Number(value))
}

const exactMoney = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

const signs: Record<string, string> = { AUD: '$', USD: 'US$' }

/** A provider's charge: 'US$0.0145', '$12.50', 'EUR 3.00'. Parts of a cent are kept: they add up. */
export function formatCost(amount: string | number, currency: string | null): string {
  const value = Number(amount)
  if (!Number.isFinite(value)) return ABSENT
  const sign = currency === null ? '' : (signs[currency] ?? `${currency} `)
  return sign + exactMoney.format(value)
}

/** A charge in whole cents: '$12.50'; without a currency '12.50'. */
export function formatCents(amount: string | number, currency: string | null): string {
  const value = Number(amount)
  return Number.isFinite(value) ? formatCost(value.toFixed(2), currency) : ABSENT
}

/** A measured value in one decimal: '14.2', '840.0'. */
export function formatDecimal(value: number | null | undefined): string {
  return value === null || value === undefined ? ABSENT : roundHalfUp(value).toFixed(1)
}

/** A share in one decimal, '42.3%' as '7.0%', rounded half up: 28.7499…, which 23 of 80 is in binary, reads '28.8%'. */
export function formatPercent(value: number | null | undefined): string {
  return value === null || value === undefined ? ABSENT : `${formatDecimal(value)}%`
}

/** A change or a whole percentage, '5.2%' and '12%': at most one decimal. */
export function formatChange(value: number | null | undefined): string {
  return value === null || value === undefined ? ABSENT : `${roundHalfUp(value)}%`
}

/** The difference of two shares in percentage points: '+1.2 points', '−7.2 points', '0.0 points'. */
export function formatPoints(points: number): string {
  return `${signedDecimal(points)} points`
}

/** '+1.2', '−7.2', '0.0' */
export function signedDecimal(value: number): string {
  const text = formatDecimal(Math.abs(value))
  const sign = text === '0.0' ? '' : value > 0 ? '+' : '−'
  return `${sign}${text}`
}

/** '1 kB' at least, '640 kB', '1.2 MB', in the units of the limits: 10 MB are 10,485,760 bytes. */
export function formatSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'] as const
  let value = bytes / 1024
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? Math.ceil(value) : value.toFixed(1)} ${units[unit]}`
}

/** A label inside a sentence: 'SMS link requested' keeps its abbreviation, 'Default rate' loses its capital. */
export const inSentence = (label: string): string =>
  label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())

/** '1 broker', '3 brokers', '1,204 brokers' */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}
