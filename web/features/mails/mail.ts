import type { ReactElement } from 'react'
import { PROFESSIONALS_ONLY } from '#contract/microsites/microsites.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import { formatAbn } from '#web/lib/format.ts'

/** One mail before its frame: the HTML part in components, the text part written for reading as text. */
export interface Mail {
  subject: string
  /** The preview text after the subject in an inbox. */
  preview: string
  body: ReactElement
  /** Paragraphs and lists; empty ones are left out. */
  text: readonly (string | null)[]
}

/** Puts outside text on one line, so that it cannot pass for a header or paragraph of ours. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const MAX_SUBJECT = 180

export function subjectLine(text: string): string {
  const line = oneLine(text)
  return line.length <= MAX_SUBJECT ? line : `${line.slice(0, MAX_SUBJECT - 1).trimEnd()}…`
}

export const greeting = (name: string): string => (oneLine(name) ? `Hello ${oneLine(name)},` : 'Hello,')

/** Lines of the sender's identity, for both parts. */
export function senderLines(lender: Lender): string[] {
  const abn = lender.abn && `ABN ${formatAbn(lender.abn)}`
  return [
    [lender.legalName || lender.name, abn].filter(Boolean).join(' · '),
    [lender.address, lender.contactPhone].filter(Boolean).join(' · '),
  ]
    .map(oneLine)
    .filter(Boolean)
}

/** The text part: paragraphs separated by a line, and the sender below. */
export function textPart(lender: Lender, paragraphs: Mail['text']): string {
  const sender = [oneLine(lender.name), '', ...senderLines(lender), '', PROFESSIONALS_ONLY].join('\n')
  return `${paragraphs.filter(Boolean).join('\n\n')}\n\n-- \n${sender}\n`
}

/** Indents the lines of a typed text, so that they read as a quotation. */
export const quoted = (text: string): string =>
  text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `  ${oneLine(line)}`.trimEnd())
    .join('\n')
