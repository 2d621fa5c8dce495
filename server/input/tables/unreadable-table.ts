/** A file that cannot be read as a table; the message names the next action. */
export class UnreadableTable extends Error {
  override name = 'UnreadableTable'
}
