import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { MicrositeForm, newMicrosite } from '../microsite-form.ts'

type Values = ReturnType<typeof newMicrosite>

/** Puts in what was typed in the dialog that the page was opened from. @param saved what changes are measured by */
export function useTyped(form: MicrositeForm, saved: Values): void {
  const handedOver = useRef(typedIn(useLocation().state))
  const { reset } = form
  useLayoutEffect(() => {
    const typed = handedOver.current
    handedOver.current = null
    if (!typed) return
    const known = Object.fromEntries(Object.entries(typed).filter(([name]) => name in saved))
    reset({ ...saved, ...known }, { keepDefaultValues: true })
  }, [reset, saved])
}

function typedIn(state: unknown): object | null {
  if (typeof state !== 'object' || state === null || !('microsite' in state)) return null
  return typeof state.microsite === 'object' ? state.microsite : null
}
