import { stream } from '#server/pdf/assemble-pdf.ts'
import { pageWith, withObjectStream } from './pdf.ts'
import type { HostileFile } from './types.ts'

const AUTOMATIC = 'This PDF contains a command that opens another file or address by itself.'
const SHARE = 'This PDF contains a link to a file on another computer.'
const ELSEWHERE = 'This PDF contains a part that is fetched from another file.'

const refused =
  (says: string) =>
  (name: string, make: () => Buffer): HostileFile => ({ name, make, answer: { status: 422, says } })
const byItself = refused(AUTOMATIC)
const toShare = refused(SHARE)
const taken = (name: string, make: () => Buffer): HostileFile => ({
  name,
  make,
  answer: { status: 201, render: ['done'] },
})

const URI = '<< /Type /Action /S /URI /URI (https://example.com/seen) >>'
const FILE = '<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>'
const OPEN = '/OpenAction 6 0 R'
/** A jump within the document, and then … */
const then = (next: string): string => `<< /S /GoTo /D [3 0 R /Fit] /Next ${next} >>`
const link = (action: string, more: readonly string[] = []) =>
  pageWith({ page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]`, more })
const linkTo = (address: string): Buffer => link(`<< /S /URI /URI ${address} >>`)
/** Another page's view of 20 annotations, the last of which acts. */
const many = (last: string): string => `/Annots [${'<< /Subtype /Text >> '.repeat(20)}${last}]`

/**
 * Files that leave the document automatically, or to targets that not even a click may open; and harmless lookalikes.
 */
export const leavingFiles: readonly HostileFile[] = [
  byItself('an address when it is opened', () => pageWith({ catalog: `/OpenAction ${URI}` })),
  byItself('an address behind a reference', () => pageWith({ catalog: OPEN, more: [URI] })),
  byItself('an address behind two references', () => pageWith({ catalog: OPEN, more: ['7 0 R', URI] })),
  byItself('an address that comes before what opens it', () =>
    pageWith({ page: '/Annots [<< /Subtype /Widget /AA 7 0 R >>]', more: [URI, '<< /PV 6 0 R >>'] }),
  ),
  byItself('another file when it is opened', () => pageWith({ catalog: OPEN, more: [FILE] })),
  byItself('a thread of another file', () =>
    pageWith({ catalog: OPEN, more: ['<< /S /Thread /F (a.pdf) /D 0 >>'] }),
  ),
  byItself('a film when it is opened', () =>
    pageWith({ catalog: OPEN, more: ['<< /S /Rendition /OP 0 /R 7 0 R >>', 'null'] }),
  ),
  byItself('an action whose kind another object says', () =>
    pageWith({ catalog: OPEN, more: ['<< /S 7 0 R /URI (https://example.com) >>', '/URI'] }),
  ),
  byItself('an address when the page shows', () => pageWith({ page: '/AA << /O 6 0 R >>', more: [URI] })),
  byItself('an address when the document closes', () => pageWith({ catalog: `/AA << /WC ${URI} >>` })),
  byItself('an address when a field is entered', () =>
    pageWith({
      catalog: '/AcroForm << /Fields [6 0 R] >>',
      more: ['<< /FT /Tx /T (a) /AA 7 0 R >>', '<< /Fo 8 0 R >>', URI],
    }),
  ),
  byItself('an address when the last of many annotations shows', () =>
    pageWith({ page: many(`<< /Subtype /Screen /AA << /PO ${URI} >> >>`) }),
  ),
  byItself('an address at the end of a chain', () =>
    pageWith({ catalog: OPEN, more: [then('7 0 R'), then('[8 0 R 9 0 R]'), then('null'), URI] }),
  ),
  byItself('a chain of too many actions to look at', () =>
    pageWith({ catalog: OPEN, more: [then(`[${'7 0 R '.repeat(40)} 8 0 R]`), then('null'), URI] }),
  ),
  byItself('an address in a chain that bites its tail', () =>
    pageWith({ catalog: OPEN, more: [then('7 0 R'), then('[6 0 R 8 0 R]'), URI] }),
  ),
  byItself('an address in an object stream', () => withObjectStream([URI])),
  byItself('an address in an object stream behind another action', () =>
    withObjectStream([then('21 0 R'), URI]),
  ),
  byItself('an address in an older version of an object', () =>
    Buffer.concat([
      pageWith({ catalog: OPEN, more: [URI] }),
      Buffer.from('6 0 obj\nnull\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'),
    ]),
  ),
  byItself('an address beside a place of the same name', () =>
    pageWith({ catalog: `/OpenAction ${URI} /OpenAction [3 0 R /Fit]` }),
  ),
  byItself('an address beside another reference of the same name', () =>
    pageWith({ catalog: '/OpenAction 6 0 R /OpenAction 7 0 R', more: [URI, '[3 0 R /Fit]'] }),
  ),
  byItself('an address hidden in a string', () =>
    pageWith({ catalog: '/OpenAction 7 0 R', more: [`( 7 0 obj ${URI} endobj )`] }),
  ),
  byItself('an address with escaped names', () =>
    pageWith({ catalog: '/Open#41ction 6 0 R', more: ['<< /#53 /U#52I /URI (https://example.com) >>'] }),
  ),
  toShare('a share in a link', () => linkTo('(\\\\\\\\files.example.com\\\\share\\\\a.pdf)')),
  toShare('a share in octal', () => linkTo('(\\134\\134files.example.com\\134share)')),
  toShare('a share in hex', () => linkTo(`<${Buffer.from('\\\\h\\share').toString('hex')}>`)),
  toShare('a share in two bytes a letter', () =>
    linkTo(`<feff${Buffer.from('\\\\h\\share', 'utf16le').swap16().toString('hex')}>`),
  ),
  toShare('a share in the scheme of files', () => linkTo('(file://files.example.com/share)')),
  toShare('a share with four slashes', () => linkTo('( FILE:////files.example.com/share)')),
  toShare('a share as an object of its own', () => link('<< /S /URI /URI 6 0 R >>', ['(\\\\\\\\h\\\\s)'])),
  toShare('a share in the name of another file', () => link('<< /S /GoToR /D [0 /Fit] /F (//h/s/a.pdf) >>')),
  toShare('a share in the name of a file that another object says', () =>
    link('<< /S /GoToR /D [0 /Fit] /F 6 0 R >>', ['<< /Type /Filespec /F (a.pdf) /UF (/host/s/a.pdf) >>']),
  ),
  toShare('a share that addresses count from', () => pageWith({ catalog: '/URI << /Base (smb://h/s/) >>' })),
  refused(ELSEWHERE)('a page in another file', () =>
    pageWith({ contents: '<< /Length 0 /F (a.bin) >>\nstream\n\nendstream' }),
  ),
  refused(ELSEWHERE)('a picture of another file', () =>
    pageWith({ more: [stream('', '/Type /XObject /Subtype /Form /Ref << /F (a.pdf) /Page 0 >>')] }),
  ),
  {
    name: 'an address that hides its beginning',
    make: () => linkTo(`(${'\\\n'.repeat(5000)}file://h/s)`),
    answer: { status: 422, says: 'This PDF cannot be checked: it has addresses that cannot be read.' },
  },
  {
    name: 'a million references to other actions',
    make: () =>
      pageWith({ catalog: OPEN, more: Array.from({ length: 60_000 }, () => `[${'6 0 R '.repeat(15)}]`) }),
    answer: { status: 422, says: 'This PDF cannot be checked: it has too many parts.' },
  },
  taken('links that wait for a click', () =>
    pageWith({
      catalog: '/OpenAction [3 0 R /Fit] /AA << /WC 8 0 R >>',
      page: `/Annots [6 0 R << /Subtype /Link /Rect [0 0 9 9] /A ${FILE} >>] /AA << /O 8 0 R >>`,
      more: ['<< /Subtype /Link /Rect [0 0 9 9] /A 7 0 R >>', URI, then('<< /S /Named /N /FirstPage >>')],
    }),
  ),
  taken('links to files of one and the same computer', () =>
    pageWith({
      page: `/Annots [${['(file:///C:/a.pdf)', '(file://localhost/a)', '(//example.com/a)', '(a\\\\b.pdf)']
        .map((address) => `<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI ${address} >> >>`)
        .join(
          ' ',
        )} << /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToR /D [0 /Fit] /F (/c/a.pdf) >> >>] /F (./a)`,
    }),
  ),
  taken('ten thousand actions in a circle', () =>
    pageWith({
      catalog: OPEN,
      more: Array.from({ length: 10_000 }, (_, at) => then(`[${6 + ((at + 1) % 10_000)} 0 R 6 0 R]`)),
    }),
  ),
]
