import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, REMOVE_AFTER_MS, toastError, toastStore, toastSuccess } from './toast.ts'

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  // Covers: console-toasts-8
  it('shows one at a time, the newest', () => {
    toastSuccess('Logged in successfully')
    toastError('Invalid email or password')
    expect(toastStore.current()).toMatchObject({
      title: 'Error',
      message: 'Invalid email or password',
      open: true,
    })
  })

  // Covers: console-toasts-8
  it('tells its listeners and closes before it is forgotten', () => {
    const changed = vi.fn()
    const stop = toastStore.subscribe(changed)
    toastSuccess('Saved')
    const id = toastStore.current()?.id ?? 0
    dismissToast(id)
    expect(toastStore.current()).toMatchObject({ id, open: false })
    vi.advanceTimersByTime(REMOVE_AFTER_MS)
    expect(toastStore.current()).toBeNull()
    expect(changed).toHaveBeenCalledTimes(3)
    stop()
  })

  it('does not forget a newer toast when the time of an older one is up', () => {
    toastSuccess('First')
    dismissToast(toastStore.current()?.id ?? 0)
    toastSuccess('Second')
    vi.advanceTimersByTime(REMOVE_AFTER_MS)
    expect(toastStore.current()).toMatchObject({ message: 'Second', open: true })
  })
})
