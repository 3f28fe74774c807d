/** Queries costs from the running server over HTTP, or from the store in the data folder when none runs. */
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
import { organizationHeader } from '../../operator/public/operator.ts'
import type { Config } from '../../platform/config.ts'
import { findRunningKept, holdDataFolder, type RunningKept } from '../../platform/data-folder.ts'
import { createLog } from '../../platform/log.ts'
import { openState, type State } from '../../platform/state.ts'
import { serverAnswers } from '../server-answers.ts'

export async function queryCost(config: Config, organization: string, query: CostQuery): Promise<CostAnswer> {
  const running = existsSync(config.dataFolder) ? findRunningKept(config.dataFolder) : undefined
  return running ? queryRunningServer(running, organization, query) : queryStore(config, organization, query)
}

/** Streams every row as CSV. */
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
      errorCodes.find((errorCode) => errorCode === code?.toLowerCase()) ?? 'internal',
      message ?? 'Kept could not answer. Check the server log.',
    )
  }
  const text = new TextDecoder()
  for await (const chunk of answer.body) write(text.decode(chunk, { stream: true }))
}

function notAnswering(url: string, cause: unknown): KeptError {
  return new KeptError(
    'unavailable',
    `Kept at ${url} does not answer. It may be starting or stopping; try again in a moment.`,
    { cause },
  )
}

async function queryRunningServer({ url, operatorToken }: RunningKept, organization: string, query: CostQuery) {
  const { api } = createPlatformClient({ baseUrl: url, token: operatorToken, organization })
  return serverAnswers(url, async () => (await api.costs.query(query)).data)
}

function queryStore(config: Config, organization: string, query: CostQuery): Promise<CostAnswer> {
  return withStore(config, organization, async ({ database, warehouse }, scope) =>
    explore(warehouse, scope, await currentLoadIds(database, scope), query),
  )
}

/** Opens the store of the data folder for one query. Throws conflict when a running server holds it. */
async function withStore<Answer>(
  config: Config,
  organization: string,
  runQuery: (state: Pick<State, 'database' | 'warehouse'>, scope: Scope) => Promise<Answer>,
): Promise<Answer> {
  const isExternal = config.databaseUrl !== undefined
  if (!isExternal && !existsSync(join(config.dataFolder, 'postgres'))) {
    throw badInput(`The data folder ${config.dataFolder} is empty. Import a bill or start Kept first.`)
  }
  const folder = holdDataFolder(config.dataFolder)
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
