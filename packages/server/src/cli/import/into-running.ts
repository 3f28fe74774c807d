/** Into a running Kept: it reads the files where they lie, this process only watches. */
import { setTimeout as wait } from 'node:timers/promises'
import { createPlatformClient } from '@kept/client/platform-client.ts'
import type { KeptClient } from '@kept/contract/client.ts'
import { importSchema } from '@kept/domain/ingest.ts'
import * as z from 'zod'
import type { LocalImport } from '../../ingest/local-import.ts'
import type { RunningKept } from '../../platform/data-folder.ts'
import { keptAnswers } from '../kept-answers.ts'
import { type BroughtIn, type ImportRequest, isOver, lookEveryMs, toLine } from './brought-in.ts'

const startedSchema = z.object({ data: z.object({ made: z.boolean(), import: importSchema }) })

export async function importIntoRunning(running: RunningKept, request: ImportRequest): Promise<BroughtIn> {
  const { organization, paths, urls, format, mapping, accept_smaller, signal, onProgress, onSaid } = request
  const platform = createPlatformClient({ baseUrl: running.url, token: running.operatorToken, organization })
  const client = platform.api
  const wanted: LocalImport = { organization, paths, urls, format, mapping, accept_smaller }
  const { made, import: started } = await keptAnswers(
    running.url,
    async () => startedSchema.parse(await platform.request('POST', '/v1/operator/imports', wanted)).data,
  )
  if (made) onSaid(`The organisation "${organization}" is new.`)
  return keptAnswers(running.url, async () => {
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

async function loadsOf(client: KeptClient, importId: string): Promise<BroughtIn['loads']> {
  const loads: BroughtIn['loads'] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await client.imports.loads({ page, page_size: 200 })
    loads.push(...data.filter(({ import_id }) => import_id === importId))
    if (page * 200 >= meta.total) return loads
  }
}
