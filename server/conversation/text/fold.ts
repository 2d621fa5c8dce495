// Steps that the normalisers of utterances and of opt-out patterns share.

/** In lower case, compatibility forms as plain characters, without invisible characters. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, '')

/** "don't" becomes 'dont', 'a.b.c' 'a b c'. */
export const withoutSigns = (text: string): string =>
  text.replaceAll(/[’‘'`´ʼ]/g, '').replaceAll(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, ' ')

/** One bar where there are several. */
export const oneBar = (words: string): string => words.replaceAll(/(?: \|)+(?= )/g, ' |')
