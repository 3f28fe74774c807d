/** Asks the running server for an explanation, or computes it from the store in the data folder when none runs. */
import { createPlatformClient } from '@kept/client/platform-client.ts'
import type { ExplainQuestion, Explanation } from '@kept/domain/explanation.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { readExplanation } from '../../costs/explain.ts'
import type { Config } from '../../platform/config.ts'
import { serverAnswers } from '../server-answers.ts'
import { runningServer, withStore } from '../with-store.ts'

export async function queryExplanation(
  config: Config,
  organization: string,
  question: ExplainQuestion,
): Promise<Explanation> {
  const running = runningServer(config)
  if (running) {
    const { url, operatorToken } = running
    const { api } = createPlatformClient({ baseUrl: url, token: operatorToken, organization })
    return serverAnswers(url, async () => (await api.costs.explain(question)).data)
  }
  return withStore(config, organization, async ({ database, warehouse }, scope) =>
    readExplanation(warehouse, scope, await currentLedger(database, scope), question),
  )
}
