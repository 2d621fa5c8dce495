import { useEffect } from 'react'

/** While `unsaved`, the browser confirms before the page is left or closed. */
export function useLeavingAsks(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
}
