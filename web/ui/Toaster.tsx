import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type ReactElement, useRef, useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { dismissToast, type ToastTone, toastStore } from './toast.ts'
import type { ToastPlace } from './toast-place.ts'
import { useToastPlace } from './use-toast-place.ts'

const looks: Record<ToastTone, { icon: typeof Info; colour: string }> = {
  success: { icon: CircleCheck, colour: 'text-green' },
  error: { icon: CircleAlert, colour: 'text-red' },
  info: { icon: Info, colour: 'text-blue' },
}

const ABOVE_BARS = 'bottom-[calc(var(--bl-bottom-bar)+var(--bl-status-bar))]'

const places: Record<ToastPlace, string> = {
  'bottom-right': `right-0 ${ABOVE_BARS}`,
  'bottom-left': `left-0 ${ABOVE_BARS}`,
  bottom: `left-1/2 -translate-x-1/2 ${ABOVE_BARS}`,
  top: 'top-(--bl-top-bar) left-1/2 -translate-x-1/2',
}

/**
 * Renders toasts; mounted once at the root. Five seconds, which stop while the pointer is on it or the focus in it;
 * swipe right to dismiss, F8 to focus. Each is placed where it covers no control.
 */
export function Toaster(): ReactElement {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => null)
  const look = looks[toast?.tone ?? 'info']
  const viewport = useRef<HTMLOListElement>(null)
  const place = useToastPlace(viewport, toast?.open ? toast.id : null)
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          type={toast.tone === 'error' ? 'foreground' : 'background'}
          className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line bg-float p-3.5 shadow-float data-[state=open]:animate-rise-in data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-[toast-swipe-out_120ms_ease-out] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
        >
          <look.icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', look.colour)} strokeWidth={2} />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-medium">{toast.title}</Toast.Title>
            <Toast.Description className="break-words text-ink-soft">{toast.message}</Toast.Description>
            {toast.action && (
              <Toast.Action asChild altText={toast.action.label}>
                <Button size="sm" className="mt-2" onClick={toast.action.run}>
                  {toast.action.label}
                </Button>
              </Toast.Action>
            )}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="-m-1 flex size-6 shrink-0 items-center justify-center rounded text-ink-faint hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-4" strokeWidth={1.75} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        ref={viewport}
        data-toasts
        // keeps an open dialog from hiding it; Radix announces the text elsewhere
        aria-live="off"
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className={cx(
          'pointer-events-none fixed z-70 flex w-full max-w-sm flex-col gap-2 p-4 outline-none',
          places[place],
        )}
      />
    </Toast.Provider>
  )
}
