// Black-box tests may import only this from the server's PDF maker.
export { makePdf } from '#server/pdf/make-pdf.ts'
