import { existsSync } from 'node:fs'
import { createPlatformClient } from '@kept/client/platform-client.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Config } from '../../platform/config.ts'
import { findRunningKept } from '../../platform/data-folder.ts'
import type { NewsletterReader } from '../../site/newsletter-csv.ts'
import { serverAnswers } from '../server-answers.ts'

/** Lists subscribers through the running server, which knows the address of unsubscribe links. */
export async function listNewsletterReaders({ dataFolder }: Config): Promise<NewsletterReader[]> {
  const running = existsSync(dataFolder) ? findRunningKept(dataFolder) : undefined
  if (!running) {
    throw new KeptError('unavailable', `No server runs on the data folder ${dataFolder}. Start Kept and try again.`)
  }
  const { url, operatorToken } = running
  return serverAnswers(url, async () => {
    const client = createPlatformClient({ baseUrl: url, token: operatorToken })
    return (await client.request<NewsletterReader[]>('GET', '/v1/operator/newsletter')).data
  })
}
