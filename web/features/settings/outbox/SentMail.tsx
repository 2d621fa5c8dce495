import { type ReactElement, useEffect, useRef, useState } from 'react'
import { framed } from './mail-frame.ts'

/** Reserved until the mail has been measured. */
const FIRST_HEIGHT = 448

/** A mail's HTML in a frame as high as its content: the panel scrolls, not the frame. */
export function SentMail({ html }: { html: string }): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [height, setHeight] = useState(FIRST_HEIGHT)
  useEffect(() => {
    if (!body) return
    const sizes = new ResizeObserver(() => setHeight(Math.ceil(body.getBoundingClientRect().height)))
    sizes.observe(body)
    return () => sizes.disconnect()
  }, [body])
  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface">
      <iframe
        ref={frame}
        title="The email as sent"
        srcDoc={framed(html)}
        // no scripts and no forms, so that the origin serves only to measure the mail; links may open a tab of their own
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={() => setBody(frame.current?.contentDocument?.body ?? null)}
        className="block w-full"
        style={{ height }}
      />
    </div>
  )
}
