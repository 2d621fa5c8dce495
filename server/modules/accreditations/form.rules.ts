// Decides what is wrong with a form that an applicant sent, all of it at once, in the words of the form.

import type { z } from 'zod'
import {
  type ApplicationFileKind,
  FILE_TOO_LARGE,
  ONE_FILE_EACH,
  PI_REQUIRED,
  WRONG_FILE_TYPE,
} from '#contract/accreditations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { refusalOf } from '#server/modules/vault/file-faults.rules.ts'
import type { FileProblem } from '#server/pdf/file-refused.ts'
import { AppError } from '#server/platform/errors.ts'

/** What may be wrong with a file: as the vault found it, or that a second one of its kind came. */
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
  /** A number must be one that exists. */
  phone: boolean
  /** The certificate must be there, and is not yet. */
  piInsurance: boolean
}

const ROBOT = 'Leave the field "website" empty: people do not see it.'

/**
 * Checks fields and files together, so that a person mends everything in one go.
 * @throws AppError with one message per field; its code is the first refused file's
 */
export function checkForm<Schema extends z.ZodType>(
  schema: Schema,
  form: SentForm,
  needs: FormNeeds,
): z.output<Schema> {
  if (form.fields.website) throw new AppError('rule_forbids', ROBOT, { fields: { website: ROBOT } })
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
  // no issue was found above
  return parsed.data as z.output<Schema>
}

/** In E.164 where it is an Australian number: by that the broker is found. */
export function australianNumber(phone: string | null | undefined): string | null {
  const parsed = phone ? parsePhone(phone) : null
  return parsed?.ok && parsed.e164.startsWith('+61') ? parsed.e164 : null
}
