// Decides who takes over where somebody asks for a person: the organisation's contact phone, while somebody is there.

import { isBusinessDay, sydneyDate, sydneyInstant } from '#server/calendar/days.ts'
import { classifyNumber, parseCallable } from '#server/modules/brokers/phone.rules.ts'

/** Hours of the office, in Sydney, on business days. */
const OPENS = '09:00'
const CLOSES = '17:00'

/** Whether somebody is there: Monday to Friday from nine to five in Sydney, public holidays aside. */
export function isStaffed(at: Date): boolean {
  const date = sydneyDate(at)
  const [opens, closes] = [sydneyInstant(date, OPENS), sydneyInstant(date, CLOSES)]
  if (!isBusinessDay(date) || opens === null || closes === null) return false
  return at.getTime() >= opens && at.getTime() < closes
}

/** @returns E.164; null where nobody is there, or the number is none that a call can be put through to */
export function transferNumber(contactPhone: string, at: Date): string | null {
  const parsed = parseCallable(contactPhone)
  if (!parsed.ok || classifyNumber(parsed.e164).fictitious) return null
  return isStaffed(at) ? parsed.e164 : null
}
