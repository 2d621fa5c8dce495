import {
  CamelCasePlugin,
  type KyselyConfig,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/** PostgreSQL, whose names `created_at` are `createdAt` in the code, in statements and in results. */
export function camelCased(config: PostgresDialectConfig): Pick<KyselyConfig, 'dialect' | 'plugins'> {
  const names = new CamelCase()
  return { dialect: new SnakeCaseDialect(config, names), plugins: [names] }
}

/**
 * Like Kysely's plugin, in half of its time: the rows of a result have the same columns, so that their names are
 * converted once. Values, e.g. JSON, are unchanged. A statement's names are converted when it is compiled, which avoids
 * a copy of it.
 */
export class CamelCase extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  /** @returns as the database has it */
  inDatabase(name: string): string {
    return this.snakeCase(name)
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first) return result
    const columns = Object.keys(first).map((column) => ({ column, name: this.camelCase(column) }))
    if (columns.every(({ column, name }) => name === column)) return result
    // writing to an object with existing keys is faster
    const empty: UnknownRow = Object.fromEntries(columns.map(({ name }) => [name, null]))
    const rows = result.rows.map((row) => {
      const named = { ...empty }
      for (const { column, name } of columns) named[name] = row[column]
      return named
    })
    return { ...result, rows }
  }
}

class SnakeCaseDialect extends PostgresDialect {
  readonly #names: CamelCase

  constructor(config: PostgresDialectConfig, names: CamelCase) {
    super(config)
    this.#names = names
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler(this.#names)
  }
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  readonly #names: CamelCase

  constructor(names: CamelCase) {
    super()
    this.#names = names
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(this.#names.inDatabase(identifier))
  }
}
