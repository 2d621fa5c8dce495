import { decodeHTMLStrict } from 'entities'

/** Far more than the stored length of a text; bounds the parsing work. */
const MAX_MARKUP = 60_000
/** Tags that separate words and sentences. Other tags (`<b>`, `<a>`) are inline. */
const BLOCKS =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|th|thead|tr|ul)\b[^<>]*>/gi
const TAGS = /<(?:[a-z][^<>]*|\/[a-z][^<>]*|!doctype[^<>]*|\?[^<>]*)>/gi
const INVISIBLE = /[\p{Cc}\p{Cf}\s]+/gu
const ENDS_SENTENCE = /[\p{P}\p{S}]$/u

/**
 * A text of one line, without markup. Paragraphs end as sentences, so that words of two of them do not read as one
 * phrase. Markup is removed twice, because feeds often escape text that is already escaped.
 */
export function htmlText(html: string): string {
  const lines = withoutMarkup(withoutMarkup(html.slice(0, MAX_MARKUP).replaceAll(/\s+/g, ' ')))
    .split('\n')
    .map((line) => line.toWellFormed().replaceAll(INVISIBLE, ' ').trim())
    .filter((line) => line !== '')
  return lines
    .map((line, at) => (at === lines.length - 1 || ENDS_SENTENCE.test(line) ? line : `${line}.`))
    .join(' ')
}

const withoutMarkup = (html: string): string =>
  decodeHTMLStrict(withoutHidden(html).replaceAll(BLOCKS, '\n').replaceAll(TAGS, ''))

const HIDDEN: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<script', '</script>'],
  ['<style', '</style>'],
]

/** Without comments, scripts and styles. A search from the last position keeps the work linear. */
function withoutHidden(html: string): string {
  return HIDDEN.reduce((text, [start, end]) => {
    const lower = text.toLowerCase()
    let kept = ''
    let from = 0
    for (let at = lower.indexOf(start); at >= 0; at = lower.indexOf(start, from)) {
      kept += text.slice(from, at)
      const to = lower.indexOf(end, at)
      if (to < 0) return kept
      from = to + end.length
    }
    return kept + text.slice(from)
  }, html)
}
