/** Copies a text to the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Where an installation is reached over plain HTTP by address, browsers have no clipboard but this one. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // inside an open dialog: its focus trap would take the focus back from an element outside
  const home = document.activeElement?.closest('[role=dialog]') ?? document.body
  const former = document.activeElement
  home.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (former instanceof HTMLElement) former.focus()
  return done
}
