import { type ReactElement, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#web/features/site/ui/Button.tsx'

interface AskCancelProps {
  /** '10:00 AM to 11:00 AM AEDT on Tuesday 24 November 2026' */
  when: string
  /** Participants were invited, and receive the cancellation. */
  isInvited: boolean
  pending: boolean
  onKeep: () => void
  onCancel: () => void
}

/** Confirms the cancellation of a meeting, in the browser's native dialog, which traps and restores the focus. */
export function AskCancel({ when, isInvited, pending, onKeep, onCancel }: AskCancelProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // before the browser removes it: closing is the step that restores the focus
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onKeep()
      }}
      className="m-auto w-[calc(100%-2.5rem)] max-w-md rounded-xl border border-line bg-float p-6 text-ink shadow-float backdrop:bg-overlay"
    >
      <h2 id={`${id}-title`} className="text-title font-semibold">
        Cancel this meeting?
      </h2>
      <p id={`${id}-text`} className="mt-2 text-ink-soft">
        The time {when} becomes available to others.
        {isInvited && ' Everyone who was invited will be told.'}
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button autoFocus onClick={onKeep}>
          Keep meeting
        </Button>
        <Button variant="danger" pending={pending} pendingText="Cancelling..." onClick={onCancel}>
          Cancel meeting
        </Button>
      </div>
    </dialog>
  )
}
