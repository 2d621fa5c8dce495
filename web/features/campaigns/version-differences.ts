import { diffWordsWithSpace } from 'diff'
import type { CampaignVersion } from '#contract/campaigns/campaign-history.ts'
import { formatRate } from '#web/lib/format.ts'

export interface TextPart {
  text: string
  kind: 'same' | 'added' | 'removed'
}

export interface FieldDifference {
  label: string
  parts: TextPart[]
}

type Said = Omit<
  CampaignVersion,
  'id' | 'number' | 'createdAt' | 'createdBy' | 'calls' | 'ended' | 'responses'
>

const fields: readonly { label: string; of: (version: Said) => string; isText?: boolean }[] = [
  { label: 'Product', of: ({ product }) => product },
  { label: 'Rate', of: ({ rate, rateType }) => (rate === null ? '' : formatRate(rate, rateType)) },
  { label: 'Call script', of: ({ callScript }) => callScript, isText: true },
  { label: 'AI personality', of: ({ aiPersonality }) => aiPersonality },
  { label: 'AI prompt', of: ({ aiPrompt }) => aiPrompt ?? '', isText: true },
  { label: 'AI instructions', of: ({ aiInstructions }) => aiInstructions ?? '', isText: true },
]

/** Longer texts are not compared word by word, because that would block the page. */
const MOST_COMPARED = 50_000

/** The fields that a version changed, compared with the version before; all its fields where it is the first. */
export function versionDifferences(version: Said, before: Said | undefined): FieldDifference[] {
  return fields.flatMap(({ label, of, isText = false }) => {
    const [was, is] = [before ? of(before) : '', of(version)]
    if (was === is) return []
    return [{ label, parts: before ? compared(was, is, isText) : [{ text: is, kind: 'same' as const }] }]
  })
}

/** Word by word where it is a text, else the one value for the other. */
function compared(was: string, is: string, isText: boolean): TextPart[] {
  if (!isText || was.length + is.length > MOST_COMPARED) {
    const parts: TextPart[] = [
      { text: was, kind: 'removed' },
      { text: is, kind: 'added' },
    ]
    return parts.filter(({ text }) => text !== '')
  }
  return diffWordsWithSpace(was, is).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
}
