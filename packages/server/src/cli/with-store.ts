/** Opens the store of a data folder for one query, when no server runs on it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import type { Config } from '../platform/config.ts'
import { findRunningKept, holdDataFolder, type RunningKept } from '../platform/data-folder.ts'
import { createLog } from '../platform/log.ts'
import { openState, type State } from '../platform/state.ts'

/** The server that holds the data folder, if one does. */
export function runningServer({ dataFolder }: Config): RunningKept | undefined {
  return existsSync(dataFolder) ? findRunningKept(dataFolder) : undefined
}

/** Throws conflict when a running server holds the folder, not_found for an unknown organization. */
export async function withStore<Answer>(
  config: Config,
  organization: string,
  runQuery: (state: Pick<State, 'database' | 'warehouse'>, scope: Scope) => Promise<Answer>,
): Promise<Answer> {
  const isExternal = config.databaseUrl !== undefined
  if (!isExternal && !existsSync(join(config.dataFolder, 'postgres'))) {
    throw badInput(`The data folder ${config.dataFolder} is empty. Import a bill or start Kept first.`)
  }
  const folder = holdDataFolder(config.dataFolder, config.sharedFolder)
  try {
    const { database, warehouse, close } = await openState(config, createLog('fatal'))
    try {
      const storedOrganization = await findOrganization(database, organization)
      if (!storedOrganization) throw new KeptError('not_found', `Organization "${organization}" does not exist.`)
      return await runQuery({ database, warehouse }, { organizationId: storedOrganization.id })
    } finally {
      await close()
    }
  } finally {
    folder.release()
  }
}
