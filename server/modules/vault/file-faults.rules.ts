/** Decides how a refused file is answered. */
import { DAMAGED_FILE, EMPTY_FILE } from '#contract/accreditations/accreditations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { FileFault, FileProblem } from '#server/pdf/file-refused.ts'
import { AppError } from '#server/platform/errors.ts'

/** Messages of the two rules that differ between forms. */
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
  too_many_pixels: {
    code: 'rule_forbids',
    message: (_, found) =>
      `This picture is too large to be shown: it has ${found}. Save it in a smaller size, for instance as a scan of 300 dpi, and upload that.`,
  },
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

/** The code and message of a fault, the same in every form. */
export function refusalOf(
  { fault, found }: FileProblem,
  rules: FileRules,
): { code: ErrorCode; message: string } {
  const { code, message } = table[fault]
  return { code, message: message(rules, found) }
}

/** The error for one refused file. @param field the form's field, named in the error */
export function fileRefusal(problem: FileProblem, rules: FileRules, field: string): AppError {
  const { code, message } = refusalOf(problem, rules)
  return new AppError(code, message, {
    fields: { [field]: message },
    ...(code === 'unavailable' && { retryAfter: 60 }),
  })
}
