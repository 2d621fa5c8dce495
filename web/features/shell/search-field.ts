/** The search of the list on this screen. */
export const searchField = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('main input[type=search]')
