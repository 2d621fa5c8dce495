import { useDeferredValue } from 'react'
import { useNavigationType } from 'react-router'

/**
 * Defers a value, so that content that is slow to render appears after its screen. After Back it is rendered
 * immediately, so that the page has its former height.
 * @param meanwhile the value for the first render
 */
export function useDrawnLater<Value>(value: Value, meanwhile: Value): Value {
  const isBack = useNavigationType() === 'POP'
  return useDeferredValue(value, isBack ? value : meanwhile)
}
