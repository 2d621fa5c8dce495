export type ToastTone = 'success' | 'error' | 'info'

export interface ToastMessage {
  id: number
  title: string
  message: string
  tone: ToastTone
  open: boolean
  action: { label: string; run: () => void } | null
}

/** A dismissed toast is forgotten after this time, as specified. */
export const REMOVE_AFTER_MS = 1_000_000

let current: ToastMessage | null = null
let nextId = 1
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: ToastMessage | null): void {
  current = next
  for (const listener of listeners) listener()
}

interface ToastInput {
  title: string
  message: string
  tone?: ToastTone
  /** For example Undo. */
  action?: { label: string; run: () => void }
}

/** Shows a toast in place of the current one: only one is visible at a time. */
export function toast({ title, message, tone = 'info', action }: ToastInput): void {
  clearTimeout(removal)
  set({ id: nextId++, title, message, tone, open: true, action: action ?? null })
}

/** Title 'Success'. */
export function toastSuccess(message: string): void {
  toast({ title: 'Success', message, tone: 'success' })
}

/** Title 'Error'. */
export function toastError(message: string, title = 'Error'): void {
  toast({ title, message, tone: 'error' })
}

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return
  set({ ...current, open: false })
  removal = setTimeout(() => {
    if (current?.id === id) set(null)
  }, REMOVE_AFTER_MS)
}

/** For Toaster. */
export const toastStore = {
  subscribe(changed: () => void): () => void {
    listeners.add(changed)
    return () => listeners.delete(changed)
  },
  current: (): ToastMessage | null => current,
}
