import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { longText, text } from '#contract/text-fields.ts'

const tag = 'Verification'

/** Longer inputs are no number and no code. */
const MAX_INPUT = 40
export const MAX_REPORT = 500

/** The form of the page, sent by a browser without a script. */
export const verifyForm = z.object({ number: text(MAX_INPUT), code: text(MAX_INPUT) })

/** Reports a call or message that is not ours. */
export const reportForm = verifyForm.extend({ details: longText(MAX_REPORT) })

const FORM_BYTES = 2048
const REPORT_BYTES = 8192

export const verifyPage = endpoint('GET /verify', {
  tag,
  summary: 'The page on which a called person checks whether a call or text message was ours',
  access: 'public',
  kind: 'file',
})

export const verifyContact = endpoint('POST /verify', {
  tag,
  summary:
    'Checks a number and a code, and answers with a page; every answer takes the same time and has the same length',
  access: 'public',
  kind: 'file',
  raw: { bytes: FORM_BYTES },
  limit: { requests: 30, minutes: 10 },
})

export const reportContact = endpoint('POST /verify/report', {
  tag,
  summary: 'Reports a call or message with an unknown code to the compliance team',
  access: 'public',
  kind: 'file',
  raw: { bytes: REPORT_BYTES },
  limit: { requests: 10, minutes: 60 },
})

export const reportPage = endpoint('GET /verify/report', {
  tag,
  summary: 'The page of codes again, for a reload after a report',
  access: 'public',
  kind: 'file',
})

export const publishedNumbers = endpoint('GET /.well-known/brokerline-numbers.json', {
  tag,
  summary: 'The numbers and senders that our calls and messages come from, signed (JWS, EdDSA)',
  access: 'public',
  kind: 'file',
})

export const publishedKey = endpoint('GET /.well-known/brokerline-key.json', {
  tag,
  summary: 'The public key that verifies the published numbers, as a JSON Web Key Set',
  access: 'public',
  kind: 'file',
})
