// What black-box tests may know of the server's maker of PDFs: that there is one.
export { makePdf } from '#server/pdf/make-pdf.ts'
