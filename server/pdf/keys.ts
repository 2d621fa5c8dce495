// Keys of dictionaries (ISO 32000-2) that define a PDF's behaviour.

/** Of an action for each event: pages, fields, annotations, the document (12.6.3). */
export const EVENT_KEYS: ReadonlySet<string> = new Set([
  ...['O', 'C', 'K', 'F', 'V', 'E', 'X', 'D', 'U', 'Fo', 'Bl', 'PO', 'PC', 'PV', 'PI'],
  ...['WC', 'WS', 'DS', 'WP', 'DP'],
])

/** Readers differ on which value of a duplicate key counts, so both are kept. */
export const ACTION_KEYS: ReadonlySet<string> = new Set([...EVENT_KEYS, 'OpenAction', 'AA', 'Next', 'S'])

/** Keys that start a program. */
export const PROGRAM_KEYS: readonly string[] = ['F', 'Win', 'Mac', 'Unix']
/** The name of a file, in more than one spelling. */
export const FILE_KEYS: readonly string[] = ['F', 'UF', 'DOS', 'Mac', 'Unix']
/** Keys whose texts are read because they contain addresses. */
export const ADDRESS_KEYS: ReadonlySet<string> = new Set([...FILE_KEYS, 'URI', 'Base'])

/** The entries kept of a dictionary. */
export const REPORTED_KEYS: ReadonlySet<string> = new Set([
  ...PROGRAM_KEYS,
  ...ADDRESS_KEYS,
  ...ACTION_KEYS,
  ...['Type', 'JS', 'OnInstantiate', 'EF', 'EmbeddedFiles', 'Names', 'Kids', 'XFA', 'Root', 'Encrypt', 'Ref'],
  ...['N', 'First', 'Length', 'Filter', 'DecodeParms'],
  ...['Predictor', 'Colors', 'Columns', 'BitsPerComponent', 'EarlyChange'],
])
