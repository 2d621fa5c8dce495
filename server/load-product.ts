/** Half a second of work, which a start that cannot succeed need not wait for, and which goes on beside PostgreSQL's own. */
export async function loadProduct() {
  const [{ buildApp }, { prepareWorld }, { loadPages }] = await Promise.all([
    import('./app.ts'),
    import('./demo/prepare.ts'),
    import('./providers/load-pages.ts'),
  ])
  return { buildApp, prepareWorld, loadPages }
}
