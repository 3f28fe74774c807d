/**
 * Transactions that begin with their settings: `BEGIN` and every `set_config` are one message to the server instead of
 * two or three, for each transaction of an organization.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'
import pg from 'pg'

type LocalSettings = Readonly<Record<`app.${string}`, string>>

interface Beginning {
  settings: LocalSettings
  /** Reads only, and each statement sees what the first one saw. */
  isSnapshot: boolean
}

const beginning = new AsyncLocalStorage<Beginning | undefined>()

/** Runs `begin`, whose transaction starts with these settings. They end with it. */
export function beginWith<T>(
  settings: LocalSettings,
  begin: () => Promise<T>,
  { isSnapshot = false }: { isSnapshot?: boolean } = {},
): Promise<T> {
  return beginning.run({ settings, isSnapshot }, begin)
}

/** Runs the work of such a transaction: one that begins within it has no settings. */
export function withoutBeginning<T>(work: () => Promise<T>): Promise<T> {
  return beginning.run(undefined, work)
}

/** The statement as it may be logged: settings are values, and `begin` has them in its text. */
export function withoutSettings(statement: string): string {
  return statement.startsWith(`${begin}; `) || statement.startsWith(`${begin} `) ? begin : statement
}

const begin = 'begin'
const beginSnapshot = 'begin isolation level repeatable read read only'

export class SettingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new SettingDriver(this.#config)
  }
}

type BeginParameters = Parameters<PostgresDriver['beginTransaction']>
/** What this driver's pool gives out; Kysely does not export its type. */
type OwnConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class SettingDriver extends PostgresDriver {
  override async beginTransaction(...[connection, options]: BeginParameters): Promise<void> {
    const own = beginning.getStore()
    if (!own) return super.beginTransaction(connection, options)
    const calls = Object.entries(own.settings).map(
      ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
    )
    try {
      await connection.executeQuery(
        CompiledQuery.raw(`${own.isSnapshot ? beginSnapshot : begin}; select ${calls.join(', ')}`),
      )
    } catch (error) {
      // It may have begun: a connection never returns to the pool within a transaction.
      await this.rollbackTransaction(connection as OwnConnection)
      throw error
    }
  }
}
