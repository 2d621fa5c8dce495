import { assemble, stream } from '#server/pdf/assemble-pdf.ts'
import { objectStream, onePage, packings, pageWith, TEXT, withObjectStream } from './pdf.ts'
import type { HostileFile } from './types.ts'

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const OPEN = '/OpenAction 6 0 R'

const javaScript = (name: string, make: () => Buffer): HostileFile => ({
  name: `JavaScript ${name}`,
  make,
  answer: { status: 422, says: 'This PDF contains JavaScript.' },
})

const contains = (name: string, found: string, make: () => Buffer): HostileFile => ({
  name,
  make,
  answer: { status: 422, says: `This PDF contains ${found}.` },
})

/** A script inside the first object's text, which only its entry in the table makes an object. */
function hidden(before: string, after: string): Buffer {
  const outer = `${before}9 0 obj ${SCRIPT} endobj${after}`
  const plain = assemble({ objects: [...onePage({ catalog: '/OpenAction 7 0 R' }), outer, 'null'] })
  return assemble({
    objects: [...onePage({ catalog: '/OpenAction 7 0 R' }), outer, 'null'],
    places: { 7: plain.indexOf('9 0 obj') },
  })
}

const LAUNCH = '<< /S /Launch /F (cmd.exe) /Win << /F (cmd.exe) /P (/c calc) >> >>'
const PROGRAM = 'a command that starts a program'
const EMBEDDED = 'an embedded file'
const ATTACHED = [stream('MZ', '/Type /EmbeddedFile'), '<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>']

/** Files that would run, open or send something. */
export const activeFiles: readonly HostileFile[] = [
  javaScript('when it is opened', () => pageWith({ catalog: OPEN, more: [SCRIPT] })),
  javaScript('in the catalogue itself', () => pageWith({ catalog: `/OpenAction ${SCRIPT}` })),
  javaScript('in the tree of names', () =>
    pageWith({ catalog: '/Names << /JavaScript << /Names [(a) 6 0 R] >> >>', more: [SCRIPT] }),
  ),
  javaScript('when a page is opened', () => pageWith({ page: `/AA << /O ${SCRIPT} >>` })),
  javaScript('on a link', () =>
    pageWith({ page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${SCRIPT} >>]` }),
  ),
  javaScript('with an escaped name', () =>
    pageWith({ catalog: OPEN, more: ['<< /S /J#61va#53cript /J#53 (app.alert\\(1\\)) >>'] }),
  ),
  javaScript('with every letter escaped', () =>
    pageWith({
      catalog: OPEN,
      more: ['<< /#53 /#4a#61#76#61#53#63#72#69#70#74 /#4a#53 (app.alert\\(1\\)) >>'],
    }),
  ),
  javaScript('whose kind is an object of its own', () =>
    pageWith({ catalog: OPEN, more: ['<< /S 7 0 R /JS 8 0 R >>', '/JavaScript', stream('app.alert(1)')] }),
  ),
  javaScript('behind a comment in the middle of its action', () =>
    pageWith({ catalog: OPEN, more: ['<< /S % >> endobj\n/JavaScript /JS (app.alert\\(1\\)) >>'] }),
  ),
  javaScript('in a rendition', () =>
    pageWith({ catalog: OPEN, more: ['<< /S /Rendition /OP 0 /JS (app.alert\\(1\\)) >>'] }),
  ),
  javaScript('in an object stream', () => withObjectStream([SCRIPT])),
  javaScript('in an object stream as it is', () => withObjectStream([SCRIPT], packings.plain)),
  javaScript('in an object stream packed twice', () => withObjectStream([SCRIPT], packings.hexOfFlate)),
  javaScript('in an object stream in base 85', () => withObjectStream([SCRIPT], packings.base85)),
  javaScript('in an object stream of runs', () => withObjectStream([SCRIPT], packings.runs)),
  javaScript('in an object stream in LZW', () => withObjectStream([SCRIPT], packings.lzw)),
  javaScript('in an object stream with a predictor', () => withObjectStream([SCRIPT], packings.predicted)),
  javaScript('in an object stream without its type', () =>
    Buffer.from(
      withObjectStream([SCRIPT]).toString('latin1').replace('/Type /ObjStm', '/Type /Thing '),
      'latin1',
    ),
  ),
  javaScript('inside a string', () => hidden('(', ')')),
  javaScript('inside a comment', () => hidden('null % ', '\n')),
  javaScript('inside the data of a stream', () => hidden('<< /Length 90 >>\nstream\n', '\nendstream')),
  javaScript('inside a string of an object stream', () => {
    // the second object begins inside the first one's string
    const text = objectStream([`(abc ${SCRIPT})`, 'null'], 20, packings.plain).toString('latin1')
    const moved = text.replace(/21 \d+ /, (place) => `21 ${'5'.padEnd(place.length - 4)} `)
    return pageWith({ more: [Buffer.from(moved, 'latin1')] })
  }),
  contains('a program that is started', PROGRAM, () => pageWith({ catalog: OPEN, more: [LAUNCH] })),
  contains('a program with an escaped name', PROGRAM, () =>
    pageWith({ catalog: OPEN, more: [LAUNCH.replace('/Launch', '/L#61unch')] }),
  ),
  contains('a program in an object stream', PROGRAM, () => withObjectStream([LAUNCH])),
  contains('a program between words that mean nothing', PROGRAM, () =>
    pageWith({ catalog: OPEN, more: ['<< /S /Launch 5 0 obj /F (cmd.exe) >>'] }),
  ),
  contains('a file among the attachments', EMBEDDED, () =>
    pageWith({ catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) 7 0 R] >> >>', more: ATTACHED }),
  ),
  contains('a file on a page', EMBEDDED, () =>
    pageWith({
      page: '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 7 0 R >>]',
      more: ATTACHED,
    }),
  ),
  contains('a file in an object stream', EMBEDDED, () =>
    withObjectStream(
      ['<< /Type /Filespec /UF (a.exe) /EF << /UF 6 0 R >> >>'],
      packings.flate,
      '/AF [20 0 R]',
    ),
  ),
  contains('a film with buttons', 'embedded media', () =>
    pageWith({ page: '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>]' }),
  ),
  contains('a form that is sent somewhere', 'a form that sends what is typed into it', () =>
    pageWith({ catalog: OPEN, more: ['<< /S /SubmitForm /F << /FS /URL /F (https://example.com) >> >>'] }),
  ),
  contains('a form that is filled from a file', 'a command that fetches form data', () =>
    pageWith({ catalog: OPEN, more: ['<< /S /ImportData /F (a.fdf) >>'] }),
  ),
  contains('a jump into an attachment', 'a link into an embedded file', () =>
    pageWith({ catalog: OPEN, more: ['<< /S /GoToE /D [0 /Fit] /T << /R /C /N (a.pdf) >> >>'] }),
  ),
  contains('a form in XML', 'a form that is built while it is read (XFA)', () =>
    pageWith({ catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>', more: [stream('<xdp/>')] }),
  ),
  // harmless lookalikes
  {
    name: 'names of harmless things in strings, comments and texts',
    make: () =>
      pageWith({
        catalog: '/Lang (en /JavaScript) /Extensions << /Note (\\) /S /Launch /F) >> % /JavaScript\n',
        contents: stream(`${TEXT} % /S /JavaScript /JS (x)`),
        resources: '/XObject << /JS 6 0 R /EF 6 0 R /AA 6 0 R >>',
        more: [stream('', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]')],
      }),
    answer: { status: 201, render: ['done'] },
  },
]
