import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { makePdf } from '#server/pdf/make-pdf.ts'

export const pdf = (text = 'Certificate of currency'): Buffer => makePdf([text])

/** A whole PDF of exactly this many bytes. */
export function pdfOf(bytes: number): Buffer {
  const whole = pdf()
  const end = whole.lastIndexOf('startxref')
  // a comment of one long line
  const filling = Buffer.alloc(bytes - whole.length, '%')
  filling[filling.length - 1] = 10
  return Buffer.concat([whole.subarray(0, end), filling, whole.subarray(end)])
}

/** One red point. */
export const png: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

/** A grey point. */
export const jpeg: Buffer = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
)

export interface FormFile {
  name: string
  bytes: Buffer
  filename?: string
  type?: string
}

export const applicant = {
  firstName: 'Mei',
  lastName: 'Chen',
  email: 'mei.chen@example.com',
  phone: '0491 570 156',
  asicNumber: '000123456',
  membership: 'MFAA',
  company: 'Harbour Finance Pty Ltd',
  acceptedTerms: 'true',
}

/** A multipart form as a browser sends it, fields first. */
export function applicationForm(
  fields: Record<string, string>,
  files: readonly FormFile[] = [],
  headers: Record<string, string> = {},
): InjectOptions {
  const boundary = `form-${randomBytes(12).toString('hex')}`
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.map(({ name, bytes, filename = 'certificate.pdf', type = 'application/pdf' }) =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
        ),
        bytes,
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  }
}
