import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** A link from a dialog to the same form as a page. @param state the input, for the history entry */
export function useOpenAsPage(path: string, state: () => object): { isMoving: boolean; link: ReactElement } {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<object | null>(null)
  useEffect(() => {
    // in an effect: by then the dialog has released its leave guard, as nothing is lost
    if (typed) void navigate(path, { state: typed })
  }, [typed, navigate, path])
  const link = (
    <button type="button" onClick={() => setTyped(state())} className="link underline font-medium">
      Open as a page
    </button>
  )
  return { isMoving: typed !== null, link }
}
