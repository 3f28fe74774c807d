/** Downloads lists and API responses as files. Errors are shown as toasts. */

import { errorText } from '@kept/client/error-text.ts'
import { sentenceOf } from '@kept/client/errors.ts'
import type { CostQuery } from '@kept/domain/cost-query.ts'
import { CsvReader } from '@kept/foundation/csv/read.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { send } from '../api/http-client.ts'
import { serverUrl } from '../url/base-path.ts'
import { download } from './download.ts'
import { fileOf, type List, type ListFormat } from './list-file.ts'
import { saveBlob } from './save.ts'

type ServerFormat = 'excel' | 'pdf'

export function downloadList(
  name: string,
  list: () => Promise<List>,
  format: ListFormat | ServerFormat,
): Promise<void> {
  return withErrorToast(async () => {
    if (format === 'excel' || format === 'pdf') return saveFromServer(name, await list(), format)
    const file = fileOf(name, await list(), format, new Date())
    download(file.name, file.text, file.type)
  })
}

/** Downloads a CSV of the server in another format. */
export function downloadCsvAs(name: string, address: string, format: ServerFormat): Promise<void> {
  return withErrorToast(async () => {
    const response = await send(new Request(serverUrl(address)))
    await saveFromServer(name, tableOf(await response.text()), format)
  })
}

function tableOf(csv: string): Pick<List, 'head' | 'cells'> {
  const reader = new CsvReader()
  const [head = [], ...cells] = [...reader.push(csv), ...reader.end()].map((row) => row.cells)
  return { head, cells }
}

/** The server writes Excel and PDF, which would be too large a library for the browser. */
async function saveFromServer(name: string, { head, cells }: Pick<List, 'head' | 'cells'>, format: ServerFormat) {
  const response = await send(
    new Request(serverUrl('/v1/exports'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ format, name, head, cells }),
    }),
  )
  await saveResponse(name, response)
}

export function downloadResponse(name: string, address: string): Promise<void> {
  return withErrorToast(async () => {
    const response = await send(new Request(serverUrl(address)))
    await saveResponse(name, response)
  })
}

/** Downloads every row of a cost query. */
export function downloadCostQuery(name: string, query: CostQuery, format: 'csv' | ServerFormat): Promise<void> {
  return withErrorToast(async () => {
    const response = await send(
      new Request(serverUrl('/v1/costs/query.csv'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(query),
      }),
    )
    if (format === 'csv') await saveResponse(name, response)
    else await saveFromServer(name, tableOf(await response.text()), format)
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
