import { invalid } from '#server/platform/errors.ts'
import { createWorkerThread } from '#server/platform/worker-thread.ts'
import type { Strength, StrengthTask } from './password-strength.thread.ts'
import { PASSWORD_WORDS } from './password-words.ts'

/** Of 0 to 4: from here on a password withstands guessing over the network. */
const LEAST_SCORE = 2
const MADE_OF_WORDS = 'This password is made of your name, your address or words of ours.'
const ADVICE = 'Choose a longer one, such as three or four words that do not belong together.'

const TIMEOUT_MS = 15_000
/** Kept while people choose passwords one after the other. */
const IDLE_MS = 10_000

const thread = createWorkerThread<StrengthTask, Strength>({
  file: new URL('./password-strength.thread.ts', import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  idleMs: IDLE_MS,
})

export interface NewPassword {
  password: string
  /** The request's field. */
  field: string
  /** The person's details; a password must not be made of them. */
  about: readonly (string | null | undefined)[]
}

/** Refuses passwords that are tried first: common ones, patterns, the person's own name or address. @throws AppError invalid */
export async function requireStrongPassword({ password, field, about }: NewPassword): Promise<void> {
  const personal = about.flatMap((word) => (word ? [word, ...word.split(/[\s@.]+/)] : []))
  const words = [...PASSWORD_WORDS, ...personal.filter(({ length }) => length > 2)]
  const { score, warning } = await thread.run(async () => ({ task: { password, words } }), TIMEOUT_MS)
  if (score < LEAST_SCORE) throw invalid({ [field]: `${wordsFor(warning)} ${ADVICE}` })
  if (isFewSigns(withoutWords(password, words))) throw invalid({ [field]: `${MADE_OF_WORDS} ${ADVICE}` })
}

/** The part of the password that a guesser with these words still has to find. */
function withoutWords(password: string, words: readonly string[]): string {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ''), password.toLowerCase())
}

/** A year, an exclamation mark: what people put behind a word to satisfy a rule. */
const isFewSigns = (rest: string): boolean => rest.length < 8 && !/\p{L}/u.test(rest)

/** The library speaks of "page related data". */
function wordsFor(warning: string): string {
  if (warning.includes('personal')) return MADE_OF_WORDS
  return warning || 'This password is easy to guess.'
}
