import { describe, expect, it } from 'vitest'
import { problemOf } from './file-rules.ts'

const pdf = { name: 'certificate.pdf', size: 1000, type: 'application/pdf' }

describe('a file for an application', () => {
  // Covers: accreditation-form-2
  it.each([
    ['application/pdf', 'a.pdf'],
    ['image/png', 'a.png'],
    ['image/jpeg', 'a.jpg'],
    ['', 'SCAN.JPEG'],
  ])('may be sent as %s, named %s', (type, name) => {
    expect(problemOf({ ...pdf, type, name })).toBeNull()
  })

  // Covers: accreditation-form-2
  it.each([
    ['text/html', 'a.pdf'],
    ['image/gif', 'a.gif'],
    ['application/pdfx', 'a.pdf'],
    ['', 'a.docx'],
    ['', 'pdf'],
  ])('may not be sent as %j, named %s', (type, name) => {
    expect(problemOf({ ...pdf, type, name })).toBe('Only PDF, PNG, and JPEG files are allowed')
  })

  // Covers: accreditation-form-2
  it('has at most 10485760 bytes, and at least one', () => {
    expect(problemOf({ ...pdf, size: 10_485_760 })).toBeNull()
    expect(problemOf({ ...pdf, size: 10_485_761 })).toBe('File size must be less than 10MB')
    expect(problemOf({ ...pdf, size: 0 })).toBe('The file is empty. Choose another one.')
  })
})
