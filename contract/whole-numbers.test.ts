import { describe, expect, test } from 'vitest'
import { profileBody, registerBody } from '#contract/accounts/broker-accounts.ts'
import { applicationFields } from '#contract/accreditations/accreditations.ts'
import { brokerBody } from '#contract/brokers/brokers.ts'
import { CHANGED_NUMBER, restoreWholeNumber } from './whole-numbers.ts'

describe('a number that identifies', () => {
  // Covers: http-conventions-21
  test.each([
    ['412345', '412345'],
    ['000412345', '000412345'],
    ['412345.0', '412345'],
    ['412345.00', '412345'],
    ['412345.', '412345'],
    ['412345,0', '412345'],
    ['412,345', '412345'],
    ['412,345.00', '412345'],
    ['4.12345E+05', '412345'],
    ['4.12345e5', '412345'],
    ['4,12345E+05', '412345'],
    ["'412345.0", '412345'],
    [' 412345.0 ', '412345'],
    ['CRN 412 345', 'CRN 412 345'],
    ['990-001', '990-001'],
    ['N/A', 'N/A'],
    ['', ''],
  ])('%j is %j', (text, digits) => expect(restoreWholeNumber(text)).toEqual({ ok: true, digits }))

  test.each([
    '4.12E+05',
    '4.1234567E+05',
    '4E5',
    '4.12E05',
    '4,12E+05',
    '412345.5',
    '412.345',
    '.412345',
    '4.1E-5',
    '41.2E+04',
  ])('%s lost digits', (text) =>
    expect(restoreWholeNumber(text)).toEqual({ ok: false, reason: CHANGED_NUMBER }))
})

// Covers: import-14
describe('every form with an ASIC number restores it or says what to do', () => {
  const schemas = { brokerBody, applicationFields, registerBody, profileBody }
  test.each(Object.entries(schemas))('%s', (_name, schema) => {
    const field = schema.shape.asicNumber
    expect(field.parse('412345.0')).toBe('412345')
    expect(field.parse(' 000412345 ')).toBe('000412345')
    expect(field.safeParse('4.12E+05').error?.issues[0]?.message).toBe(CHANGED_NUMBER)
  })
})
