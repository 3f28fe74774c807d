/** Imports through a running server. The server reads the files in place; this process reports progress. */
import { setTimeout as wait } from 'node:timers/promises'
import { createPlatformClient } from '@kept/client/platform-client.ts'
import type { KeptClient } from '@kept/contract/contract.ts'
import { importSchema } from '@kept/domain/ingest.ts'
import * as z from 'zod'
import type { LocalImport } from '../../imports/local-import.ts'
import type { RunningKept } from '../../platform/data-folder.ts'
import { serverAnswers } from '../server-answers.ts'
import { type ImportReport, type ImportRequest, isOver, lookEveryMs, toLine } from './import-report.ts'

const startedSchema = z.object({ data: z.object({ created: z.boolean(), import: importSchema }) })

export async function importIntoRunning(running: RunningKept, request: ImportRequest): Promise<ImportReport> {
  const { organization, paths, urls, format, mapping, accept_smaller, signal, onProgress, onMessage } = request
  const platform = createPlatformClient({ baseUrl: running.url, token: running.operatorToken, organization })
  const client = platform.api
  const localImport: LocalImport = { organization, paths, urls, format, mapping, accept_smaller }
  const { created, import: started } = await serverAnswers(
    running.url,
    async () => startedSchema.parse(await platform.request('POST', '/v1/operator/imports', localImport)).data,
  )
  if (created) onMessage(`Created organization "${organization}".`)
  return serverAnswers(running.url, async () => {
    for (;;) {
      const { data } = await client.imports.get({ id: started.id })
      if (isOver(data)) return { organization, import: data, loads: await loadsOf(client, data.id) }
      onProgress(toLine(data.progress))
      if (signal.aborted) {
        await client.imports.cancel({ id: started.id })
        throw signal.reason
      }
      await wait(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  })
}

async function loadsOf(client: KeptClient, importId: string): Promise<ImportReport['loads']> {
  const loads: ImportReport['loads'] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await client.imports.loads({ page, page_size: 200 })
    loads.push(...data.filter(({ import_id }) => import_id === importId))
    if (page * 200 >= meta.total) return loads
  }
}
