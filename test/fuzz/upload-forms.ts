import { pdf, png } from '../worlds/application-forms.ts'
import { LOAN_HEADER, loanLines } from '../worlds/scoring-world.ts'
import type { Choices } from './choices.ts'
import { hostileTexts } from './hostile-values.ts'
import { type Mode, type ValueMaker, type ValueSchema, valueFor } from './schema-values.ts'

interface Form {
  headers: Record<string, string>
  body: Buffer
}

const CSV = 'name,phone,email,state,postcode\nMei Chen,0491 570 156,mei.chen@example.com,NSW,2000\n'
const WASH = 'phone,listed,washed_on\n0491 570 156,no,2026-11-01\n'
const LOANS = [LOAN_HEADER, ...loanLines('F', 3)].join('\n')
const PDF = pdf()

const files: readonly Buffer[] = [
  ...[
    CSV,
    WASH,
    LOANS,
    `\ufeff${CSV}`,
    '',
    '\u0000',
    'name',
    '"',
    'a;b\n1;2',
    'phone,listed,washed_on\nx,maybe,0000-00-00\n',
  ].map((csv) => Buffer.from(csv)),
  Buffer.from(
    `name,phone\n${hostileTexts.map((text) => `"${text.replaceAll('"', '""')}",0491 570 156`).join('\n')}`,
  ),
  Buffer.from(CSV, 'utf16le'),
  ...[PDF, PDF, PDF, PDF.subarray(0, 200), png, Buffer.from('%PDF-1.7\n'), Buffer.alloc(70_000, 0xff)],
]

const filenames = [
  'brokers.csv',
  'certificate.pdf',
  '',
  '.',
  '../../x.pdf',
  'a'.repeat(300),
  'é👍.pdf',
  'a\u202efdp.exe',
  'x.pdf"; name="y',
  '\u0001.pdf',
]

/** A form of these fields, whole or broken in one of the ways that forms arrive broken. */
export function uploadOf(maker: ValueMaker, schema: ValueSchema, mode: Mode): Form {
  const { choices } = maker
  const boundary = choices.chance(0.95)
    ? 'form-boundary'
    : choices.pick(['a', 'b'.repeat(70), 'c'.repeat(71), 'd'.repeat(5_000), "'()+_,-./:=?"])
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    if (choices.chance(0.1)) return []
    const isFile = inner.format === 'binary'
    const given = choices.chance(0.03) ? choices.pick(['file', 'document', 'x', '', '__proto__', 'é']) : name
    if (isFile)
      return [
        part(
          boundary,
          given,
          fileFor(choices, name),
          choices.chance(0.85) ? usualName(name) : choices.pick(filenames),
        ),
      ]
    const value = valueFor(maker, inner, name, choices.chance(0.8) ? 'fit' : mode)
    if (value === null) return []
    return [
      part(
        boundary,
        given,
        Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
        null,
      ),
    ]
  })
  if (choices.chance(0.03)) parts.push(...parts)
  if (choices.chance(0.02))
    for (let count = 0; count < 40; count++) parts.push(part(boundary, `f${count}`, Buffer.from('x'), null))
  const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  const cut = choices.chance(0.06) ? choices.below(whole.length) : whole.length
  const type = choices.chance(0.95) ? `multipart/form-data; boundary=${boundary}` : choices.pick(types)
  return { headers: { 'content-type': type }, body: whole.subarray(0, cut) }
}

const types = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  'multipart/form-data; boundary="',
  'multipart/mixed; boundary=form-boundary',
]

const usualName = (field: string): string => (field === 'file' ? 'brokers.csv' : 'certificate.pdf')

function fileFor(choices: Choices, field: string): Buffer {
  if (choices.chance(0.3)) return choices.pick(files)
  return field === 'file' ? Buffer.from(choices.pick([CSV, WASH, LOANS])) : PDF
}

function part(boundary: string, name: string, content: Buffer, filename: string | null): Buffer {
  const file = filename === null ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}
