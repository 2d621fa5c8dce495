/** A file that cannot be read as a table; the message says what to do. */
export class UnreadableTable extends Error {
  override name = 'UnreadableTable'
}
