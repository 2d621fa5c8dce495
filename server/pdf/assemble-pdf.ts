/** The parts of a document; each may be wrong on purpose. */
export interface PdfParts {
  header?: string
  /** Numbered from 1; the first is the catalogue. */
  objects: readonly (string | Buffer)[]
  /** Entries of the trailer besides Size and Root. */
  trailer?: string
  /** Overrides the offset of the cross-reference table. */
  startxref?: string
  /** Overrides the offsets of objects, by number. */
  places?: Readonly<Record<number, number>>
}

export const bytes = (part: string | Buffer): Buffer =>
  typeof part === 'string' ? Buffer.from(part, 'latin1') : part

/** Assembles a PDF with its cross-reference table. */
export function assemble({
  header = '%PDF-1.7\n',
  objects,
  trailer = '',
  startxref,
  places = {},
}: PdfParts): Buffer {
  const pieces = [bytes(header)]
  let length = pieces[0]?.length ?? 0
  const add = (part: string | Buffer): void => {
    const piece = bytes(part)
    pieces.push(piece)
    length += piece.length
  }
  const table = objects.map((object, index) => {
    const at = places[index + 1] ?? length
    add(`${index + 1} 0 obj\n`)
    add(object)
    add('\nendobj\n')
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const at = length
  add(`xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}`)
  add(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${startxref ?? at}\n%%EOF\n`)
  return Buffer.concat(pieces)
}

/** A stream object. @param entries of its dictionary besides Length */
export function stream(data: string | Buffer, entries = ''): Buffer {
  const body = bytes(data)
  return Buffer.concat([
    bytes(`<< /Length ${body.length} ${entries} >>\nstream\n`),
    body,
    bytes('\nendstream'),
  ])
}
