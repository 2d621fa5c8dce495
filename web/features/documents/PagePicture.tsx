import { ImageOff } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

interface PagePictureProps {
  url: string
  page: number
  pages: number
  /** Fetches a fresh URL for this page; undefined if there is none. */
  renew: () => Promise<string | undefined>
}

/** A4 until the image has loaded, so that the pages below hardly move. */
const UNKNOWN = 'aspect-[210/297]'

/** One page. An expired URL is renewed once automatically, then by the user. */
export function PagePicture({ url, page, pages, renew }: PagePictureProps): ReactElement {
  const [src, setSrc] = useState(url)
  const [state, setState] = useState<'loading' | 'shown' | 'renewing' | 'failed'>('loading')
  const [tries, setTries] = useState(1)
  const again = async (): Promise<void> => {
    setState('renewing')
    const fresh = await renew()
    setTries((count) => count + 1)
    setSrc(fresh ?? src)
    setState(fresh === undefined ? 'failed' : 'loading')
  }
  return (
    <div data-page={page} className={cx('relative bg-surface shadow-float', state !== 'shown' && UNKNOWN)}>
      {state === 'failed' ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-4 text-center">
          <ImageOff aria-hidden className="size-6 text-ink-faint" strokeWidth={1.5} />
          <p>Page {page} could not be shown.</p>
          <Button size="sm" onClick={() => void again()}>
            Try again
          </Button>
        </div>
      ) : (
        <>
          {state !== 'shown' && <span aria-hidden className="skeleton absolute inset-0" />}
          {state !== 'renewing' && (
            <img
              key={tries}
              src={src}
              alt={`Page ${page} of ${pages}`}
              loading="lazy"
              decoding="async"
              draggable={false}
              className={cx('relative block w-full', state !== 'shown' && 'h-full opacity-0')}
              onLoad={() => setState('shown')}
              onError={() => (tries > 1 ? setState('failed') : void again())}
            />
          )}
        </>
      )}
    </div>
  )
}
