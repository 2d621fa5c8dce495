import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'

interface LiveValueProps {
  value: string | number
  /** Custom rendering of the value. */
  children?: ReactNode
}

/** A value that is highlighted briefly when a live update changes it. */
export function LiveValue({ value, children }: LiveValueProps): ReactElement {
  const former = useRef(value)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    if (former.current === value) return
    former.current = value
    setChanges((count) => count + 1)
  }, [value])
  return (
    <span key={changes} className={changes > 0 ? '-mx-1 animate-flash rounded px-1' : undefined}>
      {children ?? value}
    </span>
  )
}
