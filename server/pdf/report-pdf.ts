import { assemble, stream } from './assemble-pdf.ts'

export interface Report {
  title: string
  subtitle: string
  sections: readonly {
    title: string
    /** A sentence below the title. */
    about: string
    rows: readonly { label: string; value: string }[]
  }[]
}

/** Points: A4. */
const PAGE = { width: 595, height: 842, left: 56, right: 539, top: 780, bottom: 64 }
const LINE = 16
/** Points per unit of width of the standard font at size 1; letters are estimated, values are digits. */
const DIGIT = 0.556
const NARROW = 0.278

type Font = 'F1' | 'F2'

/** A printable report: sections of labelled figures, values at the right edge, page numbers below. */
export function reportPdf({ title, subtitle, sections }: Report): Buffer {
  const pages: string[][] = []
  let y = 0
  const newPage = (): void => {
    pages.push([])
    y = PAGE.top
  }
  const write = (x: number, text: string, { font = 'F1' as Font, size = 10 } = {}): void => {
    pages.at(-1)?.push(`BT /${font} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${literal(text)}) Tj ET`)
  }
  /** Starts a page where so many points do not fit. */
  const need = (points: number): void => {
    if (y - points < PAGE.bottom) newPage()
  }
  newPage()
  write(PAGE.left, title, { font: 'F2', size: 18 })
  y -= 20
  write(PAGE.left, subtitle)
  y -= 14
  for (const section of sections) {
    const about = wrap(section.about)
    need(LINE * (3 + about.length))
    y -= LINE
    write(PAGE.left, section.title, { font: 'F2', size: 12 })
    for (const line of about) {
      y -= 12
      write(PAGE.left, line, { size: 8 })
    }
    y -= 4
    if (section.rows.length === 0) {
      y -= LINE
      write(PAGE.left, 'None')
    }
    for (const { label, value } of section.rows) {
      need(LINE)
      y -= LINE
      write(PAGE.left, label)
      write(PAGE.right - widthOf(value) * 10, value)
      pages.at(-1)?.push(`0.85 G 0.5 w ${PAGE.left} ${y - 4} m ${PAGE.right} ${y - 4} l S`)
    }
    y -= 6
  }
  return assembled(
    pages.map((parts, index) => [...parts, footer(`${title} · page ${index + 1} of ${pages.length}`)]),
    title,
  )
}

const footer = (text: string): string =>
  `BT /F1 8 Tf ${PAGE.left} ${PAGE.bottom - 24} Td (${literal(text)}) Tj ET`

/** Characters of a line of the small sentences. */
const MOST_CHARACTERS = 115

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < MOST_CHARACTERS)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const widthOf = (value: string): number =>
  [...value].reduce((sum, character) => sum + (/[,. il]/.test(character) ? NARROW : widthOfOne(character)), 0)

const widthOfOne = (character: string): number =>
  character === '%' ? 0.889 : character === 'm' ? 0.833 : DIGIT

function assembled(pages: readonly (readonly string[])[], title: string): Buffer {
  const first = 6
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return assemble({
    header: '%PDF-1.4\n',
    trailer: '/Info 5 0 R',
    objects: [
      '<< /Type /Catalog /Pages 2 0 R /Lang (en-AU) /ViewerPreferences << /DisplayDocTitle true >> >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      font('Helvetica'),
      font('Helvetica-Bold'),
      `<< /Title (${literal(title)}) >>`,
      ...pages.flatMap((parts, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
          `/Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        stream(parts.join('\n')),
      ]),
    ],
  })
}

/** Characters of Windows-1252 that Latin-1 has elsewhere. */
const windows: Readonly<Record<string, string>> = {
  '–': '\x96',
  '—': '\x97',
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
}

/** A string of a font in Windows-1252; other characters become a question mark. */
function literal(text: string): string {
  return text
    .replaceAll(/[–—‘’“”]/g, (character) => windows[character] ?? '?')
    .replaceAll(/[^\x20-\x7e\x91-\x97\xa0-\xff]/g, '?')
    .replaceAll(/[()\\]/g, '\\$&')
}
