const PAGE = 1000

interface Numbered {
  /** Number in the file. */
  row: number
}

/**
 * Reads the stored rows of a file in pages, so that a file of any size takes little memory.
 * @param read the rows after a number, in order
 */
export async function* rowPages<Row extends Numbered>(
  read: (page: { row: number; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let row = 0; ; ) {
    const rows = await read({ row, limit: PAGE })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    row = last.row
  }
}
