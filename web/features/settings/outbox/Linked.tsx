import type { ReactElement } from 'react'
import { linkify } from '../linkify.ts'

/** A text with clickable web addresses. */
export function Linked({ text }: { text: string }): ReactElement {
  let at = 0
  return (
    <>
      {linkify(text).map((part) => {
        const key = at
        at += part.text.length
        return part.href ? (
          <a
            key={key}
            href={part.href}
            target="_blank"
            rel="noreferrer"
            className="link underline wrap-anywhere"
          >
            {part.text}
          </a>
        ) : (
          <span key={key}>{part.text}</span>
        )
      })}
    </>
  )
}
