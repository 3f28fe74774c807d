/** Downloads lists and API responses as files. Errors are shown as toasts. */
import { errorText } from '@kept/client/error-text.ts'
import { sentenceOf } from '@kept/client/errors.ts'
import type { CostQuery } from '@kept/domain/cost-query.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { send } from '../api/http-client.ts'
import { download } from './download.ts'
import { fileOf, type List, type ListFormat } from './list-file.ts'
import { saveBlob } from './save.ts'

export function downloadList(name: string, list: () => Promise<List>, format: ListFormat): Promise<void> {
  return withErrorToast(async () => {
    const file = fileOf(name, await list(), format, new Date())
    download(file.name, file.text, file.type)
  })
}

export function downloadResponse(name: string, address: string): Promise<void> {
  return withErrorToast(async () => {
    const response = await send(new Request(new URL(address, location.origin)))
    await saveResponse(name, response)
  })
}

/** Downloads every row of a cost query as CSV. */
export function downloadCostQuery(name: string, query: CostQuery): Promise<void> {
  return withErrorToast(async () => {
    const response = await send(
      new Request(new URL('/v1/costs/query.csv', location.origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(query),
      }),
    )
    await saveResponse(name, response)
  })
}

async function saveResponse(name: string, response: Response): Promise<void> {
  const filename = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveBlob(filename ?? `${name}.csv`, await response.blob())
}

async function withErrorToast(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toasts.show({ tone: 'error', title: errorText.exportFailed, body: sentenceOf(error) })
  }
}
