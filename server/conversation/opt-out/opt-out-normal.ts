// Normalises words for opt-out patterns.

import { folded, oneBar, withoutSigns } from '../text/fold.ts'
import { restoreKeywords } from '../text/mishearings.ts'

/** Fixed spellings of a word in any place. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/ s t o p(?= )/g, ' stop'],
  [/ st op(?= )| sto p(?= )| s top(?= (?:please|\|))/g, ' stop'],
  [/ (?:st0p|stopp+|stoop|st0pp|stahp|5top|\$top|stopl|stop1|stopit)(?= )/g, ' stop'],
  [
    / (?:un sub?scribe|un sub|unsub?cribe|unsuscribe|unsubsribe|unsubscibe|unsubscrib|unsubcribed|unsbscribe|unsubsctibe|unsubscripe|unsubcsribe|unsubscrine|unsubsribed|unsubscribr|unsubscirbe|unsusbscribe|unsubscride|unsubsrcibe|unscubscribe|unscribe|unsubscript|ubsubscribe|unsubscrible)(?= )/g,
    ' unsubscribe',
  ],
  [/ (?:plz|pls|plse|plze|pleas|pleese|plea|pl)(?= )/g, ' please'],
  [/ (?:thx|thanx|thankyou|thank you|tnx|ty|tks|ta|thank u)(?= )/g, ' thanks'],
  [/ (?:opt+|op) (?:oit|ot|otu|ou|oyt|uot|our|put|owt|iut)(?= )/g, ' opt out'],
  [/ u(?= )/g, ' you'],
  [/ (?:ur|youre|yr|yer)(?= )/g, ' your'],
  [/ (?:do not|don t|dnt|dont|donot|do nt|don|do nit|dint|donnt|dun)(?= (?!t ))/g, ' dont'],
  [/ (?:msg|mesage|messge|msge)(?= )/g, ' message'],
  [/ (?:msgs|mesages|msges)(?= )/g, ' messages'],
  [/ (?:txt|tx|txtt)(?= )/g, ' text'],
  [/ (?:txts|textes)(?= )/g, ' texts'],
  [/ (?:txting|textin|txtin)(?= )/g, ' texting'],
  [/ (?:msging|mesaging)(?= )/g, ' messaging'],
  [/ (?:cal|cll)(?= (?:me|us|again))/g, ' call'],
  [/ (?:caling|calln|callng)(?= )/g, ' calling'],
  [/ (?:anymore|any mor|ne more|nemore)(?= )/g, ' any more'],
  [/ (?:wanna|want to to)(?= )/g, ' want to'],
  [/ (?:mob|cell)(?= )/g, ' mobile'],
  [/ (?:num|nmbr|nbr|numba|nr)(?= )/g, ' number'],
]
/** Typing errors for 'stop' as the only word of a clause. */
const SLIPS =
  / \| (?:please )?(?:sotp|stpo|tsop|stip|dtop|sto|syop|stup|atop|stio|srop|ztop|stopo|stoped|stope|stap|stob|sopt|stpp|top it|stops|stp|ostp|xtop|etop|wtop|stol|sto0|staph|stope?d?) (?:please |thanks )?(?=\|)/g

/** ' | please stop | thanks | ': lower case, no apostrophes, one space between words, a bar between clauses. */
export function optOutWords(text: string): string {
  let words = ` | ${withoutSigns(folded(text))
    .replaceAll(/[.!?;,:()\n\r…–—"“”„«»*]+|\s-+\s/g, ' | ')
    .replaceAll(/[^\p{L}\p{M}\p{N}$|]+/gu, ' ')
    .trim()} | `
  words = restoreKeywords(words)
  for (const [from, to] of SPELLINGS) words = words.replaceAll(from, to)
  return oneBar(words).replaceAll(SLIPS, ' | stop ')
}
