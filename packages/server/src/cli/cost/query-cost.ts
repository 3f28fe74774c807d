/** Queries costs from the running server over HTTP, or from the store in the data folder when none runs. */
import { createPlatformClient } from '@kept/client/platform-client.ts'
import type { CostAnswer, CostQuery } from '@kept/domain/cost-query.ts'
import { errorCodes, KeptError } from '@kept/domain/errors.ts'
import { isOneOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { explore, exploreRows } from '@kept/store/ledger/explore.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { answerCsv } from '../../costs/answer-csv.ts'
import { organizationHeader } from '../../operator/public/operator.ts'
import type { Config } from '../../platform/config.ts'
import type { RunningKept } from '../../platform/data-folder.ts'
import { serverAnswers } from '../server-answers.ts'
import { runningServer, withStore } from '../with-store.ts'

export async function queryCost(config: Config, organization: string, query: CostQuery): Promise<CostAnswer> {
  const running = runningServer(config)
  return running ? queryRunningServer(running, organization, query) : queryStore(config, organization, query)
}

/** Streams every row as CSV. */
export async function writeCostCsv(
  config: Config,
  organization: string,
  query: CostQuery,
  write: (text: string) => void,
): Promise<void> {
  const running = runningServer(config)
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
    const body: unknown = await answer.json().catch(() => undefined)
    const code = textFieldOf(body, 'code')?.toLowerCase()
    throw new KeptError(
      isOneOf(errorCodes, code) ? code : 'internal',
      textFieldOf(body, 'message') ?? 'Kept could not answer. Check the server log.',
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
