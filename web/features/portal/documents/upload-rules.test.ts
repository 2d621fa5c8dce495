import { describe, expect, it } from 'vitest'
import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from '#contract/documents/documents.ts'
import { ApiError, offlineError } from '#web/api/api-error.ts'
import { failureOf, megabytesText, problemOf } from './upload-rules.ts'

const type = { maxFileSize: DEFAULT_MAX_FILE_SIZE }
const pdf = { name: 'a.pdf', type: 'application/pdf', size: 100 }

describe('a file before it is sent', () => {
  // Covers: broker-portal-screens-5
  it('needs a type first, is a PDF, and no larger than its type takes', () => {
    expect(problemOf(pdf, type)).toBeNull()
    expect(problemOf(pdf, null)).toEqual({
      title: 'Select Document Type',
      text: 'Please select a document type before uploading.',
    })
    expect(problemOf({ ...pdf, type: 'text/plain' }, type)).toEqual({
      title: 'Invalid File Type',
      text: 'Only PDF files are allowed.',
    })
    expect(problemOf({ ...pdf, type: 'image/png' }, type)).toEqual({
      title: 'Invalid File Type',
      text: 'Only PDF files are allowed. To make a PDF of a photo, open it, choose Print, and save it as a PDF.',
    })
    expect(problemOf({ ...pdf, size: DEFAULT_MAX_FILE_SIZE }, type)).toBeNull()
    expect(problemOf({ ...pdf, size: DEFAULT_MAX_FILE_SIZE + 1 }, type)).toEqual({
      title: 'File Too Large',
      text: 'File size must be less than 10MB.',
    })
    expect(problemOf({ ...pdf, size: 3 * MEGABYTE }, { maxFileSize: 2.5 * MEGABYTE })?.text).toBe(
      'File size must be less than 2.5MB.',
    )
  })

  // Covers: broker-portal-screens-5
  it('is known by its ending where the system names no type', () => {
    expect(problemOf({ ...pdf, type: '' }, type)).toBeNull()
    expect(problemOf({ ...pdf, name: 'a.docx', type: '' }, type)?.title).toBe('Invalid File Type')
  })

  it('has its limit in the words of the note', () => {
    expect(megabytesText(DEFAULT_MAX_FILE_SIZE)).toBe('10MB')
  })
})

describe('an upload that failed', () => {
  const refusal = (status: number, code: 'too_large' | 'internal' | 'unreadable', message: string) =>
    failureOf(new ApiError({ status, code, message }), 'a.pdf')

  // Covers: broker-portal-screens-6
  it('shows the status, then what the server says; trying again is offered where it may help', () => {
    expect(refusal(413, 'too_large', 'Too large.')).toEqual({ message: '413: Too large.', canRetry: false })
    expect(refusal(500, 'internal', 'Sorry.')).toEqual({ message: '500: Sorry.', canRetry: true })
    // a proxy's page: the status is in the text already
    expect(refusal(502, 'unreadable', '502: Bad Gateway').message).toBe('502: Bad Gateway')
  })

  // Covers: broker-portal-screens-6
  it('keeps the file when the connection broke, and says so', () => {
    const { message, canRetry } = failureOf(offlineError(), 'a.pdf')
    expect(message).toContain('before a.pdf had arrived. It is still chosen')
    expect(canRetry).toBe(true)
  })

  it('has words for what nobody expected', () => {
    expect(failureOf(new TypeError('x'), 'a.pdf').message).toBe('Failed to upload document')
  })
})
