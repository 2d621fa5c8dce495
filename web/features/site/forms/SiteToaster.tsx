import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from '#web/ui/cx.ts'
import { dismissToast, type ToastMessage, type ToastTone, toastStore } from '#web/ui/toast.ts'
import { useShownFor } from './use-shown-for.ts'
import { useSwipeRight } from './use-swipe-right.ts'

const SHOWN_MS = 5000

const looks: Record<ToastTone, { icon: typeof Info; colour: string }> = {
  success: { icon: CircleCheck, colour: 'text-green' },
  error: { icon: CircleAlert, colour: 'text-red' },
  info: { icon: Info, colour: 'text-blue' },
}

/**
 * Shows the toasts of `toast()`, as the console's Toaster does, at a tenth of its size: one at a time, five seconds,
 * swipe right to dismiss, F8 to focus.
 */
export function SiteToaster(): ReactElement {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => null)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const reach = (event: KeyboardEvent): void => {
      if (event.key === 'F8') region.current?.focus()
    }
    document.addEventListener('keydown', reach)
    return () => document.removeEventListener('keydown', reach)
  }, [])
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Notifications (F8)"
      className="pointer-events-none fixed right-0 bottom-0 z-50 w-full max-w-md p-4 print:hidden"
    >
      <div aria-live="polite" aria-atomic="true">
        {toast?.open && <ShownToast key={toast.id} toast={toast} />}
      </div>
    </section>
  )
}

function ShownToast({ toast }: { toast: ToastMessage }): ReactElement {
  const [isHeld, setHeld] = useState(false)
  const dismiss = (): void => dismissToast(toast.id)
  const swipe = useSwipeRight(dismiss)
  useShownFor(SHOWN_MS, isHeld || swipe.by > 0, dismiss)
  const look = looks[toast.tone]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a short cut; the button does the same
    <div
      {...swipe.handlers}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismiss()}
      style={{ transform: swipe.by > 0 ? `translateX(${swipe.by}px)` : undefined }}
      className="pointer-events-auto flex touch-pan-y items-start gap-3 rounded-xl border border-line bg-float p-4 shadow-float select-none"
    >
      <look.icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', look.colour)} strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        <p className="break-words text-ink-soft">{toast.message}</p>
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
        className="-m-2 flex size-10 shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-5" strokeWidth={1.75} />
      </button>
    </div>
  )
}
