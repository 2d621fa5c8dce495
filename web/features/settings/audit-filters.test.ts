import { expect, it } from 'vitest'
import { auditQuery, daysMistake } from './audit-filters.ts'

const none = { q: '', person: '', kind: '', from: '', to: '' }

it('asks for what stands in the address, and leaves out what is no filter', () => {
  expect(
    auditQuery({ q: 'ada', person: '7', kind: 'sign_ins', from: '2026-11-01', to: '2026-11-24' }),
  ).toEqual({
    ...{ q: 'ada', person: 7, kind: 'sign_ins', from: '2026-11-01', to: '2026-11-24' },
  })
  expect(auditQuery({ q: '', person: '-1', kind: 'all', from: '0002-11-01', to: 'soon' })).toEqual({ q: '' })
  expect(auditQuery({ ...none, person: '99999999999' })).toEqual({ q: '' })
})

it('says that days run backwards before the server has to', () => {
  expect(daysMistake({ from: '2026-11-24', to: '2026-11-01' })).toBe(
    'The last day cannot be before the first',
  )
  expect(daysMistake({ from: '2026-11-24', to: '' })).toBeNull()
  expect(daysMistake({ from: '2026-11-24', to: '2026-11-24' })).toBeNull()
})
