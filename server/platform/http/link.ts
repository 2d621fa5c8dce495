/** The same list request with the cursor of its next page. @param url path and query of this request */
export function encodeNext(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const search = new URLSearchParams(query)
  search.set('cursor', cursor)
  return `${path}?${search}`
}
