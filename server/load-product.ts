/**
 * Imports take half a second: a start that fails early does not await them, and they overlap with PostgreSQL's start.
 */
export async function loadProduct() {
  const [{ buildApp }, { prepareWorld }, { loadPages }] = await Promise.all([
    import('./app.ts'),
    import('./demo/prepare.ts'),
    import('./providers/load-pages.ts'),
  ])
  return { buildApp, prepareWorld, loadPages }
}
