import { DAMAGED_FILE, EMPTY_FILE } from '#contract/accreditations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'

/** Why a file is not taken in. */
export type FileFault =
  | 'too_large'
  | 'wrong_type'
  | 'empty'
  | 'damaged'
  /** Something in it would run or open when it is read. */
  | 'active_content'
  | 'encrypted'
  /** It is a second kind of file as well. */
  | 'polyglot'
  /** Built so that nobody can say what is in it. */
  | 'uncheckable'
  | 'infected'
  /** The virus scanner did not answer. */
  | 'not_scanned'

/** What was found wrong with a file. */
export interface FileProblem {
  fault: FileFault
  /** What exactly, to be read in a sentence, e.g. 'JavaScript'; null where the fault says it all. */
  found: string | null
}

/** Stops the storing of a file that is refused; nothing of it stays. */
export class FileRefused extends Error implements FileProblem {
  readonly fault: FileFault
  readonly found: string | null

  constructor(fault: FileFault, found: string | null = null, options: ErrorOptions = {}) {
    super(`file refused: ${fault}${found ? ` (${found})` : ''}`, options)
    this.fault = fault
    this.found = found
  }
}

/** How the place that asks for the file words its own two rules. */
export interface FileRules {
  tooLarge: string
  wrongType: string
}

const PRINT = 'Save it as a plain PDF, for instance with Print to PDF, and upload that.'

type Table = Record<
  FileFault,
  { code: ErrorCode; message: (rules: FileRules, found: string | null) => string }
>

const table: Table = {
  too_large: { code: 'too_large', message: ({ tooLarge }) => tooLarge },
  wrong_type: { code: 'unsupported_type', message: ({ wrongType }) => wrongType },
  empty: { code: 'rule_forbids', message: () => EMPTY_FILE },
  damaged: { code: 'rule_forbids', message: () => DAMAGED_FILE },
  active_content: { code: 'rule_forbids', message: (_, found) => `This PDF contains ${found}. ${PRINT}` },
  encrypted: {
    code: 'rule_forbids',
    message: () => `This PDF is locked with a password or with restrictions. ${PRINT}`,
  },
  polyglot: {
    code: 'rule_forbids',
    message: (_, found) => `This file is more than one kind of file at once: it has ${found}. ${PRINT}`,
  },
  uncheckable: {
    code: 'rule_forbids',
    message: (_, found) => `This PDF cannot be checked: it has ${found}. ${PRINT}`,
  },
  infected: {
    code: 'rule_forbids',
    message: (_, found) =>
      `The virus scanner found ${found} in this file. It was not kept. Check your computer and upload a clean copy.`,
  },
  not_scanned: {
    code: 'unavailable',
    message: () =>
      'Files cannot be checked for viruses right now. Nothing was kept. Try again in a few minutes.',
  },
}

/** How a fault is answered, in the same words everywhere. */
export function refusalOf(
  { fault, found }: FileProblem,
  rules: FileRules,
): { code: ErrorCode; message: string } {
  const { code, message } = table[fault]
  return { code, message: message(rules, found) }
}

/** The answer to one refused file. @param field of the form that it came in, named in the answer */
export function fileRefusal(problem: FileProblem, rules: FileRules, field: string): AppError {
  const { code, message } = refusalOf(problem, rules)
  return new AppError(code, message, {
    fields: { [field]: message },
    ...(code === 'unavailable' && { retryAfter: 60 }),
  })
}
