/** A small, whole PDF of one page with these lines of text, in one of the fonts that every reader has. */
export function makePdf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${literal(line)}) Tj T*`).join(' ')
  const content = `BT /F1 12 Tf 16 TL 72 760 Td ${shown} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** Latin letters only: the fonts of every reader have no others. */
function literal(line: string): string {
  return line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[()\\]/g, '\\$&')
}
