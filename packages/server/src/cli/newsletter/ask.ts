import { existsSync } from 'node:fs'
import { createPlatformClient } from '@kept/client/platform-client.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Config } from '../../platform/config.ts'
import { findRunningKept } from '../../platform/data-folder.ts'
import type { NewsletterReader } from '../../platform/newsletter-csv.ts'
import { keptAnswers } from '../kept-answers.ts'

/** Asks the Kept that runs: only it knows the address the links to leave must have. */
export async function askReaders({ dataFolder }: Config): Promise<NewsletterReader[]> {
  const running = existsSync(dataFolder) ? findRunningKept(dataFolder) : undefined
  if (!running) {
    throw new KeptError('unavailable', `No Kept runs on the data folder ${dataFolder}; start it, then ask again.`)
  }
  const { url, operatorToken } = running
  return keptAnswers(url, async () => {
    const client = createPlatformClient({ baseUrl: url, token: operatorToken })
    return (await client.request<NewsletterReader[]>('GET', '/v1/operator/newsletter')).data
  })
}
