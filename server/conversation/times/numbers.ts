// Numbers in words, as a recogniser writes them.

const UNITS = [
  ...[
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty']
const ORDINALS = [
  ...[
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
    'eleventh',
  ],
  ...[
    'twelfth',
    'thirteenth',
    'fourteenth',
    'fifteenth',
    'sixteenth',
    'seventeenth',
    'eighteenth',
    'nineteenth',
  ],
]
const TENTHS = ['twentieth', 'thirtieth']

const units = new Map(UNITS.map((word, index) => [word, index]))
const tens = new Map(TENS.map((word, index) => [word, 20 + 10 * index]))
/** 'first' and 'second' stay words: they are rarely dates. */
const ordinals = new Map([
  ...ORDINALS.map((word, index) => [word, index + 1] as const).slice(2),
  ...TENTHS.map((word, index) => [word, 20 + 10 * index] as const),
])
const spelling = new Map([
  ['fourty', 'forty'],
  ['ninth', 'ninth'],
  ['nineth', 'ninth'],
  ['nought', 'zero'],
])

/** 'half past two' → 'half past 2', 'the twenty first' → 'the 21st'. Words between spaces. */
export function numberWords(text: string): string {
  const parts = text.split(' ').map((word) => spelling.get(word) ?? word)
  const found: string[] = []
  for (let index = 0; index < parts.length; index++) {
    const [word = '', next = ''] = [parts[index], parts[index + 1]]
    const ten = tens.get(word)
    const unit = units.get(next)
    const ordinal = ordinals.get(next)
    if (ten !== undefined && unit !== undefined && unit > 0 && unit < 10) {
      found.push(String(ten + unit))
      index++
    } else if (ten !== undefined && ordinal !== undefined && ordinal < 10) {
      found.push(`${ten + ordinal}th`)
      index++
    } else found.push(numberOf(word) ?? word)
  }
  return found.join(' ')
}

function numberOf(word: string): string | undefined {
  const number = units.get(word) ?? tens.get(word)
  if (number !== undefined) return String(number)
  const ordinal = ordinals.get(word)
  return ordinal === undefined ? undefined : `${ordinal}th`
}
