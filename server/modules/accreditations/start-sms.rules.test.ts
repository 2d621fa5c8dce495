import { expect, it } from 'vitest'
import { fitsOneSms } from '#server/modules/messages/sms-text.rules.ts'
import { startSms } from './start-sms.rules.ts'

const url = `https://go.example/s/${'a'.repeat(22)}`

it('says who sends it, where it leads, whom to ask and how to stop', () => {
  expect(startSms({ lender: 'Lumen', url, filled: false, phone: '1800 160 401' })).toBe(
    `Lumen: here's the accreditation form ${url} Questions 1800 160 401. Reply STOP to opt out.`,
  )
})

// Covers: accreditation-applications-14
it.each([true, false])('fits one message with a long name: filled %s', (filled) => {
  const sms = startSms({ lender: 'Southern Cross Lending', url, filled, phone: '1800 160 401' })
  expect(fitsOneSms(sms)).toBe(true)
})
