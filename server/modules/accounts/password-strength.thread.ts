// Guesses how long a password withstands guessing. In a thread, as the lists of common passwords take 40 MB, which go with it.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

export interface StrengthTask {
  password: string
  /** Words that guessers know. */
  words: readonly string[]
}

export interface Strength {
  /** 0 to 4. */
  score: number
  /** Empty if there is none. */
  warning: string
}

const library = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
})

/** The thread's entry point. */
export function perform({ password, words }: StrengthTask): Strength {
  const { score, feedback } = library.check(password, [...words])
  return { score, warning: feedback.warning ?? '' }
}
