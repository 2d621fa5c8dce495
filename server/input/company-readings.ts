// Readings of a company's name for comparison: its own, trading and former name, and the trust that it acts for.

import { type CompanyName, parseCompanyName } from './company-name.ts'
import { foldedWords } from './name-words.ts'

export interface CompanyReading {
  role: 'own' | 'trading' | 'former' | 'trust'
  /** Folded; the legal form among them where it is not at the end. */
  words: readonly string[]
  /** The legal form as folded words. */
  form: readonly string[]
  companyNumber: string | null
  /** Whether the company has a name besides this one. */
  hasOwn: boolean
}

/** 'P/L', 'P L', 'PL' and 'P.L.' */
const SHORT_FORM = /^p[\s./]*l\.?$/iu

export function companyReadings(text: string): CompanyReading[] {
  const parsed = parseCompanyName(text)
  const { companyNumber } = parsed
  const hasOwn = parsed.name !== ''
  const reading = (
    role: CompanyReading['role'],
    name: string | null,
    form: string | null,
  ): CompanyReading[] => {
    const words = foldedWords(name ?? '')
    return words.length === 0
      ? []
      : [
          {
            role,
            words,
            form: foldedWords((form ?? '').replace(SHORT_FORM, 'pty ltd')),
            companyNumber,
            hasOwn: hasOwn && role !== 'own',
          },
        ]
  }
  return [
    ...reading('own', ownName(parsed), parsed.legalForm),
    ...reading('trading', parsed.tradingName, null),
    ...reading('former', parsed.formerName ? parseCompanyName(parsed.formerName).name : null, null),
    ...reading('trust', parsed.trust, 'trust'),
  ]
}

/** A company without another name is called by its number. */
const ownName = ({ name, companyNumber, trust, tradingName }: CompanyName): string | null =>
  name || (trust || tradingName ? null : companyNumber)
