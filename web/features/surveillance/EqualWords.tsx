import type { ReactElement } from 'react'
import { partsOf } from './equal-words.ts'

/** A value with the words marked that the other side of the comparison has too. */
export function EqualWords({ text, others }: { text: string; others: ReadonlySet<string> }): ReactElement {
  return (
    <>
      {partsOf(text, others).map((part, index) =>
        part.isEqual ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          <mark key={index} className="rounded-sm bg-amber-soft px-0.5 font-medium text-amber-ink">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </>
  )
}
