// A number of the menu without other content: 'option two please', 'the third one'.

import type { Label } from '../reading.ts'

const NUMBERS: Readonly<Record<string, Label>> = {
  ...{ zero: 'operator', '0': 'operator', nought: 'operator', naught: 'operator' },
  ...{ one: 'option_1', '1': 'option_1', first: 'option_1', '1st': 'option_1', won: 'option_1' },
  ...{ two: 'option_2', '2': 'option_2', second: 'option_2', '2nd': 'option_2', too: 'option_2' },
  ...{ three: 'option_3', '3': 'option_3', third: 'option_3', '3rd': 'option_3' },
  ...{ four: 'option_4', '4': 'option_4', fourth: 'option_4', '4th': 'option_4', last: 'option_4' },
}
const BEFORE =
  '(?:how|what|about|yes|yeah|yep|okay|sure|no|nah|ill|i|will|id|like|want|to|take|have|go|going|with|for|press|pressing|hit|push|dial|choose|choosing|pick|option|number|choice|key|button|digit|the|just|do|lets|make|it|its|thats|give|me|can|could|we|get|say|saying|select|think|probably|maybe|that|would|be|my|answer|is|good|great|alright|right|hello)'
const AFTER =
  '(?:one|option|choice|number|then|thanks|thank|you|will|ll|do|is|s|fine|good|great|sounds|works|best|it|would|be|i|think|for|me|us|now|today|suits|on|the|menu|list|that|one|thatll|yeah|yes|ta|perfect|okay|what|want|after|need|like)'
/** Words between a number and its repetition: 'four, definitely four'. */
const BETWEEN = '(?:definitely|absolutely|really|yes|yeah|yep|please|i|said|thats|its|option|number)'
const ALONE = new RegExp(`^ \\| (?:${BEFORE} )*(\\w+) (?:${AFTER} )*\\| $`)
const REPEATED = new RegExp(`^ \\| (?:${BEFORE} )*(\\w+)(?:(?: ${BETWEEN})* \\1)+ (?:${AFTER} )*\\| $`)

/** The option of a number without other words; null in any other sentence. */
export function menuNumber(words: string): Label | null {
  const joined = ` | ${words.replaceAll(' | ', ' ').trim()} | `
  const [, number = ''] = ALONE.exec(joined) ?? REPEATED.exec(joined) ?? []
  const label = NUMBERS[number]
  if (label === undefined || number === 'last' || number === 'too') return null
  // 'the first one' is an option, 'one' in 'the one' is none
  if ((number === 'one' || number === 'won') && /(?:the|that|its|thats) (?:one|won) /.test(joined))
    return null
  return label
}
