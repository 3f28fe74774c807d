/** Asks whoever has the data: a running Kept over HTTP, else the store in the data folder, opened for the question. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPlatformClient } from '@kept/client/platform-client.ts'
import type { CostAnswer, CostQuery } from '@kept/domain/cube.ts'
import { badInput, errorCodes, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { explore, exploreRows } from '@kept/store/ledger/explore.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import { answerCsv } from '../../costs/answer-csv.ts'
import type { Config } from '../../platform/config.ts'
import { findRunningKept, holdDataFolder, type RunningKept } from '../../platform/data-folder.ts'
import { createLog } from '../../platform/log.ts'
import { organizationHeader } from '../../platform/operator.ts'
import { openState, type State } from '../../platform/state.ts'
import { keptAnswers } from '../kept-answers.ts'

export async function askCost(config: Config, organization: string, query: CostQuery): Promise<CostAnswer> {
  const running = existsSync(config.dataFolder) ? findRunningKept(config.dataFolder) : undefined
  return running ? askRunning(running, organization, query) : askStore(config, organization, query)
}

/** Writes every row of the answer as CSV, piece by piece. */
export async function writeCostCsv(
  config: Config,
  organization: string,
  query: CostQuery,
  write: (text: string) => void,
): Promise<void> {
  const running = existsSync(config.dataFolder) ? findRunningKept(config.dataFolder) : undefined
  if (running) return writeRunningCsv(running, organization, query, write)
  await withStore(config, organization, async ({ database, warehouse }, scope) => {
    const answer = await exploreRows(warehouse, scope, await currentLoadIds(database, scope), query)
    for await (const line of answerCsv(query, answer)) write(line)
  })
}

async function writeRunningCsv(
  { url, operatorToken }: RunningKept,
  organization: string,
  query: CostQuery,
  write: (text: string) => void,
): Promise<void> {
  const answer = await fetch(`${url}/v1/costs/query.csv`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${operatorToken}`,
      [organizationHeader]: organization,
      'content-type': 'application/json',
    },
    body: JSON.stringify(query),
  }).catch((cause: unknown) => {
    throw notAnswering(url, cause)
  })
  if (!answer.ok || !answer.body) {
    const { code, message } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
    throw new KeptError(
      errorCodes.find((known) => known === code?.toLowerCase()) ?? 'internal',
      message ?? 'Kept could not answer.',
    )
  }
  const text = new TextDecoder()
  for await (const chunk of answer.body) write(text.decode(chunk, { stream: true }))
}

function notAnswering(url: string, cause: unknown): KeptError {
  return new KeptError('unavailable', `Kept at ${url} does not answer; is it still starting or stopping?`, { cause })
}

async function askRunning({ url, operatorToken }: RunningKept, organization: string, query: CostQuery) {
  const { api } = createPlatformClient({ baseUrl: url, token: operatorToken, organization })
  return keptAnswers(url, async () => (await api.costs.query(query)).data)
}

function askStore(config: Config, organization: string, query: CostQuery): Promise<CostAnswer> {
  return withStore(config, organization, async ({ database, warehouse }, scope) =>
    explore(warehouse, scope, await currentLoadIds(database, scope), query),
  )
}

/** Opens the store of the data folder for one question; no running Kept may hold it. */
async function withStore<Answer>(
  config: Config,
  organization: string,
  ask: (state: Pick<State, 'database' | 'warehouse'>, scope: Scope) => Promise<Answer>,
): Promise<Answer> {
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
      return await ask({ database, warehouse }, { organizationId: found.id })
    } finally {
      await close()
    }
  } finally {
    folder.release()
  }
}
