import { existsSync } from 'node:fs'
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
    const answer = await fetch(new URL('/v1/operator/newsletter', url), {
      headers: { authorization: `Bearer ${operatorToken}` },
    })
    const body = (await answer.json()) as { data?: NewsletterReader[]; code?: string; message?: string }
    if (!answer.ok || !body.data) {
      throw Object.assign(new Error(body.message ?? `HTTP ${answer.status}`), { code: body.code })
    }
    return body.data
  })
}
