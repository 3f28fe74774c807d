/** Asks whoever has the data: a running Kept over HTTP, else the store in the data folder, opened for the question. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeptClient } from '@kept/contract/client.ts'
import type { CostAnswer, CostQuery } from '@kept/domain/cube.ts'
import { badInput, type ErrorCode, errorCodes, KeptError } from '@kept/domain/errors.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import type { Config } from '../../platform/config.ts'
import { findRunningKept, holdDataFolder, type RunningKept } from '../../platform/data-folder.ts'
import { createLog } from '../../platform/log.ts'
import { organizationHeader } from '../../platform/operator.ts'
import { openState } from '../../platform/state.ts'

export async function askCost(config: Config, organization: string, query: CostQuery): Promise<CostAnswer> {
  const running = existsSync(config.dataFolder) ? findRunningKept(config.dataFolder) : undefined
  return running ? askRunning(running, organization, query) : askStore(config, organization, query)
}

async function askRunning({ url, operatorToken }: RunningKept, organization: string, query: CostQuery) {
  const client = createKeptClient({
    url,
    headers: () => ({ authorization: `Bearer ${operatorToken}`, [organizationHeader]: organization }),
  })
  try {
    return (await client.costs.query(query)).data
  } catch (cause) {
    const { code, message } = cause as { code?: string; message?: string }
    const known = errorCodes.find((word): word is ErrorCode => word === code?.toLowerCase())
    if (!known && cause instanceof TypeError) {
      throw new KeptError('unavailable', `Kept at ${url} does not answer; is it still starting or stopping?`, { cause })
    }
    throw new KeptError(known ?? 'internal', message ?? 'Kept could not answer.', { cause })
  }
}

async function askStore(config: Config, organization: string, query: CostQuery): Promise<CostAnswer> {
  const elsewhere = config.databaseUrl !== undefined
  if (!elsewhere && !existsSync(join(config.dataFolder, 'postgres'))) {
    throw badInput(`There is nothing in the data folder ${config.dataFolder} yet; import a bill or start Kept first.`)
  }
  const folder = holdDataFolder(config.dataFolder)
  try {
    const { database, warehouse, close } = await openState(config, createLog('fatal'))
    try {
      const found = await findOrganization(database, organization)
      if (!found) throw new KeptError('not_found', `There is no organisation "${organization}" in this Kept.`)
      const scope = { organizationId: found.id }
      return await explore(warehouse, scope, await currentLoadIds(database, scope), query)
    } finally {
      await close()
    }
  } finally {
    folder.release()
  }
}
