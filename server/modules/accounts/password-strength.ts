import { invalid } from '#server/platform/errors.ts'

/** Of 0 to 4: from here on a password withstands guessing over the network. */
const LEAST_SCORE = 2
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
  const words = about.flatMap((word) => (word ? [word, ...word.split(/[\s@.]+/)] : []))
  const { score, warning } = (await check)(password, [
    'brokerline',
    ...words.filter(({ length }) => length > 2),
  ])
  if (score >= LEAST_SCORE) return
  throw invalid({ [field]: `${wordsFor(warning)} ${ADVICE}` })
}

/** The library speaks of "page related data". */
function wordsFor(warning: string): string {
  if (warning.includes('personal')) return 'This password is made of your name, your address or ours.'
  return warning || 'This password is easy to guess.'
}
