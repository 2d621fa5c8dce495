import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { MicrositeForm, newMicrosite } from '../microsite-form.ts'

type Values = ReturnType<typeof newMicrosite>

/** Fills in the input of the dialog that opened the page. @param saved values that changes are measured against */
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
