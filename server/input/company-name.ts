// Splits a company's name into its own name, legal form, trust, trading name, numbers and state of insolvency.

import { cutText, singleLine } from '#contract/plain-text.ts'
import { ascii, MAX_NAME } from './name-words.ts'

export interface CompanyName {
  /** Without legal form, trust, trading name, numbers and state; empty where only the trust or a number is named. */
  name: string
  /** As written, e.g. 'Pty Ltd'; null: none. */
  legalForm: string | null
  /** The trust that the company acts for: 'Whitlock Family Trust'. */
  trust: string | null
  tradingName: string | null
  /** Former name, of '(formerly Redgum Finance Pty Ltd)'. */
  formerName: string | null
  /** Nine digits; the last nine of an ABN of eleven. */
  companyNumber: string | null
  /** e.g. 'in liquidation'. */
  insolvency: string | null
}

const CAPACITY = String.raw`(?:\(?\s*receivers?(?:\s*(?:and|&)\s*managers?)?|administrators?|liquidators?|controllers?(?:\s+and\s+managers?)?|managers?)`
/** Written behind the name by ASIC, with or without brackets. */
const INSOLVENCY = new RegExp(
  String.raw`[\s,-]*[([]?\s*\b(?:${[
    String.raw`(?:in\s+)?(?:provisional\s+|members['’]?\s+voluntary\s+|creditors['’]?\s+voluntary\s+)?liquidation`,
    String.raw`in\s+liq(?:\.|\b)|in\s+(?:voluntary\s+)?administration|in\s+receivership`,
    String.raw`${CAPACITY}(?:\s*(?:and|&|,)\s*${CAPACITY})*\s+appointed`,
    String.raw`(?:under|in)\s+external\s+administration|under\s+administration|under\s+receivership`,
    String.raw`subject\s+to\s+(?:a\s+)?deed\s+of\s+company\s+arrangement|doca`,
    String.raw`deregistered|strike[-\s]?off(?:\s+action)?(?:\s+in\s+progress)?|struck\s+off|ceased|dissolved|wound\s+up|external\s+administration`,
  ].join('|')})\b\.?\s*[)\]]?(?=\s|$|[)\],(\[])`,
  'giu',
)
/** These words alone, without brackets, belong to a name: 'Liquidation Services'. */
const NEEDS_BRACKETS = /^[\s,-]*\b(?:liquidation|ceased|dissolved|deregistered|doca|external)/iu
const NUMBER =
  /[\s,(-]*[([]?\s*\b(A\.?\s?C\.?\s?N|A\.?\s?B\.?\s?N|A\.?R\.?B\.?N|A\.?C\.?L|A\.?F\.?S\.?L|(?:australian\s+)?credit\s+licen[cs]e|credit\s+rep(?:resentative)?|ACR|CRN)\b\.?\s*(?:number|num|no\.?|#)?\s*:?\s*(\d[\d\s]{3,17}\d)\s*[)\]]?/giu
const COMPANY_NUMBER = /^a\.?\s?(?:c|b|r\.?b)\.?\s?n/iu
const TRADING =
  /[\s,(-]*(?:[([]\s*)?(?:\bt\s?\/\s?a(?:s)?\b|\bt\.\s?a(?:s)?\.|\btrading\s+(?:as|under|name)\b|(?<=(?:ltd|limited|p\/l|trust)\.?\s)tas?\b(?=\s)|\bd\/?b\/?a\b|\bdoing\s+business\s+as\b)\.?\s*:?\s*(?:the\s+business\s+name\s+)?/iu
const TRUSTEE =
  /[\s,(-]*(?:[([]\s*)?(?:(?<=[^\s,(-][\s,(-]*)\ba\.?\s?t\.?\s?f\.?(?=\s)|\b(?:as\s+)?(?:the\s+)?trustees?\s+for\b|\b(?:as\s+(?:the\s+)?|the\s+)trustees?\s+of\b|\bas\s+(?:a\s+)?trustees?\b|\bttees?\s+for\b|\bin\s+trust\s+for\b|\bas\s+responsible\s+entity\s+(?:for|of)\b)\.?\s*:?\s*/iu
const FORMERLY =
  /[\s,]*[([]\s*(?:formerly|previously|f\/?k\/?a|now|also)\s*(?:known\s+as|called|trading\s+as)?\s*:?\s*([^)\]]+)[)\]]/iu
const LEGAL_FORM =
  /(?:^|[\s,(]+)((?:\(?\s*(?:pty|propriet[ao]ry|prop|pte)\b\.?\s*\)?|p)\s*[\s/.,]*\s*(?:limited|ltd|lt|l)\b\.?|\(?(?:pty|propriety|proprietary)\b\.?\)?|ptyltd|p\.?\s?l\.?|limited|ltd|no\s+liability|n\.?l|incorporated|inc|corporation|corp|co-?operative(?:\s+(?:limited|ltd))?|llc|plc|llp|l\.?p)\.?[\s,)]*$/iu
const FORM_ONLY = /^(?:pty\.?\s*(?:ltd|limited)|limited|ltd|p\s?\/?\s?l)\.?$/iu

/** Runs of separators, which the patterns would try at each length. */
const SEPARATORS = /[\s,(-]{4,}/gu

/** Never throws; a text that is no company's name is returned as the name. */
export function parseCompanyName(written: string): CompanyName {
  let text = singleLine(cutText(written, MAX_NAME)).replaceAll(SEPARATORS, (run) =>
    run.includes('(') ? ' (' : ', ',
  )
  const parsed: CompanyName = {
    ...{ name: '', legalForm: null, trust: null, tradingName: null },
    ...{ formerName: null, companyNumber: null, insolvency: null },
  }
  text = replace(text, FORMERLY, ([, former]) => {
    parsed.formerName = tidy(former ?? '')
  })
  text = withoutNumbers(text, parsed)
  text = withoutInsolvency(text, parsed)
  const trading = cut(text, TRADING)
  if (trading && trading.before !== '') {
    text = trading.before
    parsed.tradingName = withoutForm(trading.behind).name || null
    // 'X Pty Ltd T/A Y ATF The Z Trust'
    const trust = cut(trading.behind, TRUSTEE)
    if (trust) {
      parsed.tradingName = withoutForm(trust.before).name || null
      parsed.trust = trustName(trust.behind)
    }
  }
  const trustee = cut(text, TRUSTEE)
  if (trustee && trustee.behind !== '') {
    text = trustee.before
    parsed.trust = trustName(trustee.behind)
  }
  const { name, form } = withoutForm(text)
  // 'ACN 123 456 780 Pty Ltd' has no other name than its number
  if (parsed.companyNumber && form === null && FORM_ONLY.test(name)) return { ...parsed, legalForm: name }
  return { ...parsed, name: /^the$/iu.test(name) ? '' : name, legalForm: form }
}

const trustName = (text: string): string | null =>
  tidy(withoutForm(text.replace(/^the\s+/iu, '')).name.replace(/^trustees?\s+(?:for|of)\s+/iu, '')) || null

/** 'Pty Ltd Inc' has two. */
const MAX_FORMS = 3

/** Takes legal forms from the end, as long as a name remains. */
function withoutForm(text: string): { name: string; form: string | null } {
  let name = tidy(text)
  const forms: string[] = []
  while (forms.length < MAX_FORMS) {
    const found = LEGAL_FORM.exec(ascii(name).length === name.length ? ascii(name) : name)
    const rest = found ? tidy(name.slice(0, found.index)) : ''
    if (!found?.[1] || rest === '') break
    forms.unshift(tidy(found[1]))
    name = rest
  }
  return { name, form: forms.length > 0 ? forms.join(' ') : null }
}

function withoutNumbers(text: string, parsed: CompanyName): string {
  return text.replaceAll(NUMBER, (all, kind: string, digits: string) => {
    const plain = digits.replaceAll(/\D/g, '')
    if (COMPANY_NUMBER.test(kind)) {
      if (plain.length < 9) return all
      parsed.companyNumber = plain.slice(-9)
    }
    return ' '
  })
}

function withoutInsolvency(text: string, parsed: CompanyName): string {
  const rest = text.replaceAll(INSOLVENCY, (all) => {
    if (NEEDS_BRACKETS.test(all) && !/[([]/u.test(all)) return all
    parsed.insolvency ??= tidy(all).toLowerCase()
    return ' '
  })
  // a name of nothing else is a name
  return tidy(rest) === '' ? text : rest
}

function replace(text: string, pattern: RegExp, take: (found: RegExpExecArray) => void): string {
  const found = pattern.exec(text)
  if (!found) return text
  take(found)
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
}

function cut(text: string, pattern: RegExp): { before: string; behind: string } | null {
  const found = pattern.exec(text)
  if (!found) return null
  return { before: tidy(text.slice(0, found.index)), behind: tidy(text.slice(found.index + found[0].length)) }
}

/** Without blanks, separators and unmatched brackets at the ends. */
function tidy(text: string): string {
  const bare = text
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s,;:\-–—/]+/u, '')
    .replace(/[\s,;:\-–—/]+$/u, '')
  const opened = bare.split(/[([]/u).length
  const closed = bare.split(/[)\]]/u).length
  if (opened === closed) return bare.replace(/^\(\s*([^()]*)\s*\)$/u, '$1').trim()
  return bare
    .replace(opened > closed ? /\s*[([]\s*$/u : /\s*[)\]]\s*$/u, '')
    .replace(opened > closed ? /^\s*[([]\s*/u : /^$/u, '')
    .trim()
}

/** Words of companies' names that are no family names. */
const BUSINESS =
  /\b(?:finance|finances|financial|mortgages?|lending|lenders?|loans|broking|brokers|brokerage|holdings|enterprises|services|solutions|consulting|consultants|consultancy|advisory|advisers|advisors|investments?|group|company|association|partnership|trust|realty|properties|capital|credit|wealth|insurance|accounting|accountants|department|team|pty|ltd)\b/iu

/** Whether a text names a company rather than a person. */
export function isCompanyName(text: string): boolean {
  const { legalForm, trust, tradingName, companyNumber } = parseCompanyName(text)
  return (
    [legalForm, trust, tradingName, companyNumber].some((part) => part !== null) ||
    BUSINESS.test(text.slice(0, MAX_NAME))
  )
}
