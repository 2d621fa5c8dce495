import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { optionalText } from '#contract/text-fields.ts'

const MAX_WORDS = 120

export const NUMBER_SOURCE_UNFIT =
  'Write it as it is read after “We have your number from”, such as: the directory of your association. No file names or web addresses.'

/** Letters, figures and the punctuation of a sentence; no characters that a voice would spell out. */
const FIT_TO_SPEAK = /^[\p{L}\p{M}\p{N} ,'’&()–-]*\p{L}{2}[\p{L}\p{M}\p{N} ,'’&()–-]*$/u

/** 'We have your number from the directory.' becomes 'the directory'. */
const plain = (value: string): string =>
  value
    .replace(/^(we have your number )?from:? /i, '')
    .replace(/[.\s]+$/, '')
    .trim()

/** The source of a broker's number, in words that are read to a broker who asks in a call. Empty: not recorded. */
export const numberSource = optionalText(MAX_WORDS)
  .transform((value) => (value === null ? null : plain(value) || null))
  .refine((value) => value === null || FIT_TO_SPEAK.test(value), NUMBER_SOURCE_UNFIT)

export const NUMBER_SOURCE_REQUIRED = 'Enter where the numbers come from'

export const setNumberSource = endpoint('POST /api/brokers/number-source', {
  tag: 'Brokers',
  summary: 'Records where the numbers of brokers come from, for all of whom it is not known',
  access: 'brokers.write',
  body: z.object({
    numberSource: numberSource.refine((value): value is string => value !== null, NUMBER_SOURCE_REQUIRED),
  }),
  returns: z.object({ changed: z.number() }),
})
