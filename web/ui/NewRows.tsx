import { ArrowUp } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from './Button.tsx'
import { singular } from './Pager.tsx'

interface NewRowsProps {
  /** Plural noun of the rows: 'calls'. */
  noun: string
  /** How many are held back; hidden at 0. */
  waiting: number
  /** There may be more of them than were loaded. */
  isLeast: boolean
  onShow: () => void
}

/** Offers the rows that arrived while the list was on screen. It overlays the list and moves nothing. */
export function NewRows({ noun, waiting, isLeast, onShow }: NewRowsProps): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const show = (): void => {
    onShow()
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0)
      place.current?.scrollIntoView({ block: 'center' })
  }
  return (
    <>
      <div ref={place} />
      <div role="status" className="sticky top-(--bl-top-bar) z-20 flex h-0 justify-center print:hidden">
        {waiting > 0 && (
          <Button
            size="sm"
            icon={ArrowUp}
            onClick={show}
            className="-translate-y-1/2 shadow-float md:translate-y-5"
          >
            {`Show ${formatNumber(waiting)}${isLeast ? ' or more' : ''} new ${waiting === 1 ? singular(noun) : noun}`}
          </Button>
        )}
      </div>
    </>
  )
}
