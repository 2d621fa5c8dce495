import { Monitor, Smartphone } from 'lucide-react'
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/api/api-error.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { PagePreviewState } from './use-page-preview.ts'

const WIDTHS = { phone: 390, desktop: 1280 }
type Device = keyof typeof WIDTHS
/** Below, a desk's page would be too small to read. */
const NARROW = 768

interface PagePreviewProps {
  preview: PagePreviewState
  /** CSS selector of the part that is being edited; it is scrolled into view. */
  part: string
}

/** The public page, rendered by the server from the form's values, as wide as a phone or a desktop screen. */
export function PagePreview({ preview, part }: PagePreviewProps): ReactElement {
  const [device, setDevice] = useState<Device>(() => (window.innerWidth < NARROW ? 'phone' : 'desktop'))
  const { html, error, isUnfit, isFetching } = preview
  return (
    <section
      aria-label="Preview of the page"
      aria-busy={isFetching}
      className="flex min-w-0 flex-col overflow-clip rounded-lg border border-line bg-surface"
    >
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
        <h2 className="text-sm font-semibold">Preview</h2>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Width of the preview</legend>
          <DeviceButton
            icon={Smartphone}
            label="Phone"
            isOn={device === 'phone'}
            onPress={() => setDevice('phone')}
          />
          <DeviceButton
            icon={Monitor}
            label="Desktop"
            isOn={device === 'desktop'}
            onPress={() => setDevice('desktop')}
          />
        </fieldset>
      </div>
      {(error || isUnfit) && (
        <p role="status" className="border-b border-line bg-amber-soft px-4 py-2 text-xs text-amber-ink">
          {isUnfit
            ? 'A text is too long to be shown: see the note below its field.'
            : messageOf(error, 'The preview could not be loaded')}
        </p>
      )}
      {html === undefined ? (
        error ? null : (
          <Skeleton className="h-[60dvh]" />
        )
      ) : (
        <Frame html={html} width={WIDTHS[device]} part={part} />
      )}
    </section>
  )
}

interface DeviceButtonProps {
  icon: typeof Monitor
  label: string
  isOn: boolean
  onPress: () => void
}

function DeviceButton({ icon: Icon, label, isOn, onPress }: DeviceButtonProps): ReactElement {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={cx(
        'touch-target inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-xs font-medium',
        isOn ? 'bg-selected text-link' : 'text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      {label}
    </button>
  )
}

function Frame({ html, width, part }: { html: string; width: number; part: string }): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  // only the first page is loaded; later ones replace its content in place, so that the scroll position stays
  const [first] = useState(html)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!isLoaded || !page) return
    const next = new DOMParser().parseFromString(html, 'text/html')
    page.head.replaceChildren(...next.head.childNodes)
    page.body.replaceChildren(...next.body.childNodes)
  }, [html, isLoaded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width moves all parts
  useEffect(() => {
    if (!isLoaded) return
    const page = frame.current?.contentDocument
    scrollInside(page, page?.querySelector(part))
  }, [part, isLoaded, width])
  const scale = Math.min(1, size.width / width || 1)
  return (
    <div
      ref={place}
      className="relative h-[60dvh] min-h-96 overflow-clip bg-sunken lg:h-[calc(100dvh-15rem)]"
    >
      <iframe
        ref={frame}
        title="The page as brokers see it"
        // no scripts, forms or popups: the preview is for display only
        sandbox="allow-same-origin"
        srcDoc={first}
        onLoad={() => {
          keepInside(frame.current?.contentDocument)
          setLoaded(true)
        }}
        className="absolute top-0 left-1/2 origin-top border-0 bg-canvas"
        style={{
          width,
          height: size.height / scale,
          transform: `translateX(-50%) scale(${scale})`,
        }}
      />
    </div>
  )
}

/** Links of the preview are disabled except those to parts of the page. */
function keepInside(page: Document | null | undefined): void {
  page?.addEventListener('click', (event) => {
    const { target } = event
    const link = target && 'closest' in target ? (target as Element).closest('a') : null
    if (!link) return
    event.preventDefault()
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('#')) scrollInside(page, page.getElementById(href.slice(1)))
  })
}

/** In its own window alone: the console around it stays where it is. */
function scrollInside(page: Document | null | undefined, target: Element | null | undefined): void {
  const view = page?.defaultView
  if (target && view) view.scrollTo(0, target.getBoundingClientRect().top + view.scrollY)
}

function useSize(of: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = of.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return size
}
