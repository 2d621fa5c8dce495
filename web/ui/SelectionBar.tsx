import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { IconButton } from './IconButton.tsx'

interface SelectionBarProps {
  /** '12 brokers selected' */
  text: string
  /** Next to it: a button that selects all that match. */
  more?: ReactNode
  onClear: () => void
  /** Actions on the selection. */
  children: ReactNode
}

/** Floats above the end of the screen while rows are selected, so that nothing moves when it appears. */
export function SelectionBar({ text, more, onClear, children }: SelectionBarProps): ReactElement {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isAbove = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isAbove) onClear()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onClear])
  return (
    <section
      aria-label="Selection"
      className="print:hidden fixed bottom-[calc(var(--bl-bottom-bar)+0.75rem)] left-1/2 z-30 flex w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 animate-rise-in flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-float py-1.5 pr-1.5 pl-3.5 shadow-float md:bottom-10"
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <span role="status" className="tabular font-medium">
          {text}
        </span>
        {more}
      </span>
      <span className="flex items-center gap-1">
        {children}
        <IconButton label="Clear selection" icon={X} onClick={onClear} />
      </span>
    </section>
  )
}
