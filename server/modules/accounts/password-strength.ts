import { invalid } from '#server/platform/errors.ts'
import { PASSWORD_WORDS } from './password-words.ts'

/** Of 0 to 4: from here on a password withstands guessing over the network. */
const LEAST_SCORE = 2
const MADE_OF_WORDS = 'This password is made of your name, your address or words of ours.'
const ADVICE = 'Choose a longer one, such as three or four words that do not belong together.'

let check: Promise<(password: string, about: string[]) => { score: number; warning: string }> | undefined

/** Loaded when first needed: its lists of common passwords are large. */
async function load() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const library = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  })
  return (password: string, about: string[]) => {
    const { score, feedback } = library.check(password, about)
    return { score, warning: feedback.warning ?? '' }
  }
}

export interface NewPassword {
  password: string
  /** The request's field. */
  field: string
  /** What is known of the person: a password must not be made of it. */
  about: readonly (string | null | undefined)[]
}

/** Refuses passwords that are tried first: common ones, patterns, the person's own name or address. @throws AppError invalid */
export async function requireStrongPassword({ password, field, about }: NewPassword): Promise<void> {
  check ??= load()
  const scoreOf = await check
  const personal = about.flatMap((word) => (word ? [word, ...word.split(/[\s@.]+/)] : []))
  const words = [...PASSWORD_WORDS, ...personal.filter(({ length }) => length > 2)]
  const { score, warning } = scoreOf(password, words)
  if (score < LEAST_SCORE) throw invalid({ [field]: `${wordsFor(warning)} ${ADVICE}` })
  if (isFewSigns(withoutWords(password, words))) throw invalid({ [field]: `${MADE_OF_WORDS} ${ADVICE}` })
}

/** What a guesser who knows the words has left to find. */
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
