import { AlertDialog } from 'radix-ui'
import { type ReactElement, useRef, useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'
import { confirmStore } from './confirm.ts'
import { overlayClass, sheetClass } from './dialog-classes.ts'
import { useReturnFocus } from './use-dialog-focus.ts'

/** Renders the dialog of `confirm()`; mounted once at the root. */
export function ConfirmHost(): ReactElement {
  const asked = useSyncExternalStore(confirmStore.subscribe, confirmStore.current, () => null)
  const focus = useReturnFocus()
  // the text stays while the dialog closes
  const last = useRef(asked)
  if (asked) last.current = asked
  const shown = last.current
  return (
    <AlertDialog.Root open={asked !== null} onOpenChange={(open) => !open && asked?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content {...focus} className={`${sheetClass} max-w-md p-5`}>
          <AlertDialog.Title className="text-base font-semibold">{shown?.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1.5 text-ink-soft">{shown?.body}</div>
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{shown?.cancel ?? 'Cancel'}</Button>
            </AlertDialog.Cancel>
            <Button variant={shown?.danger ? 'danger' : 'primary'} onClick={() => asked?.answer(true)}>
              {shown?.action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
