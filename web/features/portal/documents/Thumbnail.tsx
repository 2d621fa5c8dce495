import { FileText } from 'lucide-react'
import { type ReactElement, useState } from 'react'

/** The first page, small; a PDF placeholder where there is no picture or it does not load. */
export function Thumbnail({ url }: { url: string | null }): ReactElement {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = url !== null && url !== broken
  return (
    <span className="flex h-24 w-18 shrink-0 flex-col items-center justify-center gap-1 overflow-hidden rounded-md border border-line bg-sunken text-ink-faint">
      {isShown ? (
        <img
          src={url}
          alt=""
          width={72}
          height={96}
          onError={() => setBroken(url)}
          className="size-full bg-[#fff] object-cover object-top"
        />
      ) : (
        <>
          <FileText aria-hidden className="size-7" strokeWidth={1.25} />
          <span className="text-xs font-medium">PDF</span>
        </>
      )}
    </span>
  )
}
