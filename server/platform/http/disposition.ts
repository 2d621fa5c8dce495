/** `Content-Disposition` with a name of any characters: plain for old readers, encoded for the rest (RFC 6266). */
export function disposition(how: 'inline' | 'attachment', filename: string): string {
  const plain = filename
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["\\%;]/g, '_')
    .trim()
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain || 'file'}"; filename*=UTF-8''${encoded}`
}
