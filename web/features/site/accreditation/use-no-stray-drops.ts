import { useEffect } from 'react'

/** Ignores a file dropped outside its field, which would replace the page and lose the input. */
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
