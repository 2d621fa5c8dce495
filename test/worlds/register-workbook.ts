import writeExcelFile from 'write-excel-file/node'
import type { Register } from '#contract/surveillance/registers.ts'
import { type RegisterCells, registerTable } from '#server/demo/register-files.ts'

const DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/

/** Typed as a spreadsheet types the cells of a CSV file that it opens: days are dates, digits are numbers. */
function typed(text: string): object | null {
  if (text === '') return null
  const day = DAY.exec(text)
  if (day) {
    const value = new Date(Date.UTC(Number(day[3]), Number(day[2]) - 1, Number(day[1])))
    return { value, type: Date, format: 'dd/mm/yyyy' }
  }
  return /^\d{1,11}$/.test(text) ? { value: Number(text), type: Number } : { value: text, type: String }
}

/** A register's rows as the workbook that a spreadsheet saves after opening ASIC's file. */
export function registerWorkbook(register: Register, rows: readonly RegisterCells[]): Promise<Buffer> {
  const sheet = registerTable(register, rows)
  return writeExcelFile(sheet.map((cells) => cells.map(typed)) as never).toBuffer()
}
