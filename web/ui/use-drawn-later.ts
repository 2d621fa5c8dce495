import { useDeferredValue } from 'react'
import { useNavigationType } from 'react-router'

/**
 * The value a moment later, in pieces: what is heavy to draw comes after the screen that it stands on. Where somebody goes
 * back it comes at once, as the page has to be as tall as it was left.
 * @param meanwhile what stands for it in the first moment
 */
export function useDrawnLater<Value>(value: Value, meanwhile: Value): Value {
  const isBack = useNavigationType() === 'POP'
  return useDeferredValue(value, isBack ? value : meanwhile)
}
