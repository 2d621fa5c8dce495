import { z } from 'zod'
import { manyLines, singleLine } from './plain-text.ts'
import { atMost } from './texts.ts'

/** A text of one line, cleaned of what does not show: the base of every field but notes, scripts, prompts and passwords. */
export const line = (message?: string) => z.string(message).overwrite(singleLine)

/** A text of several lines, cleaned of what does not show. */
export const lines = (message?: string) => z.string(message).overwrite(manyLines)

/** A text of one line without blanks around it. */
export const text = (max: number, message?: string) => line(message).max(max, atMost(max))

/** Empty or left out is null. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null)

/** A text of several lines without blanks around it. */
export const longText = (max: number, message?: string) => lines(message).max(max, atMost(max))

/** Empty or left out is null. */
export const optionalLongText = (max: number) =>
  longText(max)
    .nullish()
    .transform((value) => value || null)

export const NO_ADDRESSES = 'Leave out web addresses. After a full stop comes a space.'

/** A scheme, 'www.', or words joined by a full stop: what mail programs make a link of. */
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}][.。．]\p{L}{2,}/iu

/** A name typed by a stranger, which stands in mails that may go to somebody else: it cannot carry a link there. */
export const withoutAddresses = <Schema extends z.ZodType<string | null>>(schema: Schema) =>
  schema.refine((value) => value === null || !ADDRESS.test(value), NO_ADDRESSES)

/** A stranger's text for a mail: readable, but no mail program makes a link of an address in it. */
export const unlinked = (value: string): string =>
  value
    .replaceAll('://', '[:]//')
    .replaceAll(/(?<=[\p{L}\p{N}])([.。．])(?=\p{L}{2,})/gu, '[$1]')
    .replaceAll(/\bwww\./gi, 'www[.]')
