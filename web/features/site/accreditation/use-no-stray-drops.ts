import { useEffect } from 'react'

/** A file dropped beside its field would be opened in place of the page, and what was typed would be gone. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const ignore = (event: DragEvent): void => event.preventDefault()
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])
}
