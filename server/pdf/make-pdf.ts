import { assemble, stream } from './assemble-pdf.ts'

/** A small, whole PDF: each page with its lines of text, in one of the fonts that every reader has. */
export function makePdf(...pages: (readonly string[])[]): Buffer {
  const first = 4
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  return assemble({
    header: '%PDF-1.4\n',
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...pages.flatMap((lines, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + index * 2 + 1} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
        stream(
          `BT /F1 12 Tf 16 TL 72 760 Td ${lines.map((line) => `(${literal(line)}) Tj T*`).join(' ')} ET`,
        ),
      ]),
    ],
  })
}

/** Latin letters only: the fonts of every reader have no others. */
function literal(line: string): string {
  return line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[()\\]/g, '\\$&')
}
