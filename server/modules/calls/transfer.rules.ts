// Decides where requests for a person are transferred: the organisation's contact phone, in office hours.

import { isBusinessDay, sydneyDate, sydneyInstant } from '#server/calendar/days.ts'
import { classifyNumber, parseCallable } from '#server/modules/brokers/phone.rules.ts'

/** Office hours in Sydney, on business days. */
const OPENS = '09:00'
const CLOSES = '17:00'

/** Whether the office is staffed: Monday to Friday from nine to five in Sydney, except public holidays. */
export function isStaffed(at: Date): boolean {
  const date = sydneyDate(at)
  const [opens, closes] = [sydneyInstant(date, OPENS), sydneyInstant(date, CLOSES)]
  if (!isBusinessDay(date) || opens === null || closes === null) return false
  return at.getTime() >= opens && at.getTime() < closes
}

/** @returns E.164; null outside office hours, or when calls cannot be transferred to the number */
export function transferNumber(contactPhone: string, at: Date): string | null {
  const parsed = parseCallable(contactPhone)
  if (!parsed.ok || classifyNumber(parsed.e164).fictitious) return null
  return isStaffed(at) ? parsed.e164 : null
}
