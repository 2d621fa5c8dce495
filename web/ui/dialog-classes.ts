/**
 * Of what floats over a page: dialogs, their frames while they load, and the palette. All have one z-index, so that the later
 * one dims the earlier: a dialog dims the side panel that opened it.
 */
export const overlayClass = 'fixed inset-0 z-50 animate-fade-in bg-overlay'
export const sheetClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 animate-fade-in flex-col rounded-xl border outline-none border-line bg-float shadow-float'
export const sideClass =
  'fixed inset-y-0 right-0 z-50 flex w-full max-w-xl animate-slide-in flex-col outline-none border-l border-line bg-float shadow-float'
export const dialogWidths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }
