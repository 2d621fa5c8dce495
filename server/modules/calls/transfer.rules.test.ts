import { expect, it } from 'vitest'
import { isStaffed, transferNumber } from './transfer.rules.ts'

const PHONE = '0491 570 299'
const TUESDAY = new Date('2026-11-24T10:00:00+11:00')

// Covers: sms-twilio-writes-11
it.each([
  ['2026-11-24T08:59:59+11:00', false],
  ['2026-11-24T09:00:00+11:00', true],
  ['2026-11-24T16:59:59+11:00', true],
  ['2026-11-24T17:00:00+11:00', false],
  // Saturday, Christmas Day, a summer day by Perth's clock, a winter day
  ['2026-11-28T10:00:00+11:00', false],
  ['2026-12-25T10:00:00+11:00', false],
  ['2026-11-24T14:30:00+08:00', false],
  ['2026-07-14T09:00:00+10:00', true],
  ['2026-07-14T09:00:00+11:00', false],
])('at %s somebody is there: %s', (at, expected) => {
  expect(isStaffed(new Date(at))).toBe(expected)
})

// Covers: sms-twilio-writes-11
it('puts through to an Australian mobile or fixed line, while somebody is there', () => {
  expect(transferNumber(PHONE, TUESDAY)).toBe('+61491570299')
  expect(transferNumber('+61 491 570 299', TUESDAY)).toBe('+61491570299')
  expect(transferNumber(PHONE, new Date('2026-11-24T20:00:00+11:00'))).toBeNull()
})

// Covers: sms-twilio-writes-11
it.each([
  '',
  'reception',
  '1800 160 401',
  '1300 975 707',
  '000',
  '+1 212 555 0100',
  '0491 570 156',
])('puts nobody through to %j', (phone) => {
  expect(transferNumber(phone, TUESDAY)).toBeNull()
})
