/** How values are formatted on every screen. Pure; absent values become an en dash. */
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

const whole = new Intl.NumberFormat('en-AU')
const money = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD', maximumFractionDigits: 0 })

/** '1,250,000' */
export function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? ABSENT : whole.format(value)
}

/** Of a list: '1,283', or 'more than 10,000' where the server stopped counting. */
export function formatTotal(total: Total): string {
  return typeof total === 'number' ? whole.format(total) : `more than ${whole.format(total.moreThan)}`
}

/** '$1,250,000'; takes the wire's decimal strings as well. */
export function formatMoney(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? ABSENT : money.format(Number(value))
}

const exactMoney = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** A provider's charge: 'USD 0.0145', 'AUD 12.50'. Parts of a cent are kept: they add up. */
export function formatCost(amount: string | number, currency: string | null): string {
  const value = Number(amount)
  if (!Number.isFinite(value)) return ABSENT
  return [currency, exactMoney.format(value)].filter(Boolean).join(' ')
}

/** A share in one decimal, '42.3%' as '7.0%', rounded half up: 28.7499…, which 23 of 80 is in binary, reads '28.8%'. */
export function formatPercent(value: number | null | undefined): string {
  return value === null || value === undefined ? ABSENT : `${roundHalfUp(value).toFixed(1)}%`
}

/** A change or a whole percentage, '5.2%' and '12%': at most one decimal. */
export function formatChange(value: number | null | undefined): string {
  return value === null || value === undefined ? ABSENT : `${roundHalfUp(value)}%`
}

/** A label inside a sentence: 'SMS link requested' keeps its abbreviation, 'Default rate' loses its capital. */
export const inSentence = (label: string): string =>
  label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())

/** '1 broker', '3 brokers', '1,204 brokers' */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`
}
