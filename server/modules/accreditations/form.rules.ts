// Validates an applicant's form: one message per field, all of them together.

import type { z } from 'zod'
import {
  type ApplicationFileKind,
  FILE_TOO_LARGE,
  ONE_FILE_EACH,
  PI_REQUIRED,
  WRONG_FILE_TYPE,
} from '#contract/accreditations/accreditations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { refusalOf } from '#server/modules/vault/file-faults.rules.ts'
import type { FileProblem } from '#server/pdf/file-refused.ts'
import { AppError } from '#server/platform/errors.ts'

/** Faults of a file: the vault's finding, or a second file in the same field. */
export type SentFileFault = FileProblem | 'twice'

const WORDING = { tooLarge: FILE_TOO_LARGE, wrongType: WRONG_FILE_TYPE }

function refusal(fault: SentFileFault): { code: ErrorCode; message: string } {
  return fault === 'twice' ? { code: 'invalid', message: ONE_FILE_EACH } : refusalOf(fault, WORDING)
}

export type FileFaults = Partial<Record<ApplicationFileKind, SentFileFault>>

export interface SentForm {
  fields: Readonly<Record<string, string>>
  faults: FileFaults
}

export interface FormNeeds {
  /** The phone number must be valid. */
  phone: boolean
  /** The certificate is required and still missing. */
  piInsurance: boolean
}

/**
 * Checks fields and files together, so that a person can correct everything in one go.
 * @throws AppError with one message per field; its code is that of the first refused file
 */
export function checkForm<Schema extends z.ZodType>(
  schema: Schema,
  form: SentForm,
  needs: FormNeeds,
): z.output<Schema> {
  const parsed = schema.safeParse(form.fields)
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) fields[String(path[0])] ??= message
  const phone = form.fields.phone?.trim()
  if (needs.phone && phone && !fields.phone) {
    const number = parsePhone(phone)
    if (!number.ok) fields.phone = number.reason
  }
  let code: ErrorCode = 'invalid'
  for (const [kind, fault] of Object.entries(form.faults)) {
    const { code: refused, message } = refusal(fault)
    if (code === 'invalid') code = refused
    fields[kind] = message
  }
  if (needs.piInsurance) fields.piInsurance ??= PI_REQUIRED
  const [first] = Object.values(fields)
  if (first !== undefined) throw new AppError(code, first, { fields })
  // parsed without an issue, or it would have thrown above
  return parsed.data as z.output<Schema>
}

/** E.164 if it is an Australian number, which is how the broker is found; else null. */
export function australianNumber(phone: string | null | undefined): string | null {
  const parsed = phone ? parsePhone(phone) : null
  return parsed?.ok && parsed.e164.startsWith('+61') ? parsed.e164 : null
}
