/**
 * Notes on the document whether a pointer or the keyboard was used last. Browsers keep the focus ring after a click
 * where a field had it before; after pointer input the ring is hidden.
 */
export function watchInputMode(): void {
  const note = (mode: 'pointer' | 'keyboard') => (): void => {
    document.documentElement.dataset.input = mode
  }
  // before anything that answers to them
  window.addEventListener('pointerdown', note('pointer'), { capture: true, passive: true })
  window.addEventListener('keydown', note('keyboard'), { capture: true, passive: true })
}
