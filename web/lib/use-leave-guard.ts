import { useEffect, useLayoutEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirmLeave } from '#web/ui/confirm.ts'

/** Forms with unsaved changes, each by a separate object. */
const dirtyForms = new Set<object>()

/**
 * While `dirty`, leaving the page needs a confirmation: by link, by back, by closing the window. Needs
 * `useLeaveBlocker` in the frame.
 */
export function useLeaveGuard(dirty: boolean): void {
  // before the effects that navigate once a form is saved
  useLayoutEffect(() => {
    if (!dirty) return
    const form = {}
    dirtyForms.add(form)
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      dirtyForms.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
  }, [dirty])
}

/** The one blocker of a router, for all forms of the page: a router accepts only one. */
export function useLeaveBlocker(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirtyForms.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeave('all').then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}
