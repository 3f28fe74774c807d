/** Takes a list away as a file. What goes wrong is said in a toast. */
import { errorText } from '@kept/client/error-text.ts'
import { sentenceOf } from '@kept/client/errors.ts'
import type { CostQuery } from '@kept/domain/cube.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { send } from '../api/door.ts'
import { download } from './download.ts'
import { fileOf, type List, type ListFormat } from './list-file.ts'
import { saveBlob } from './save.ts'

export function takeList(name: string, list: () => Promise<List>, format: ListFormat): Promise<void> {
  return saying(async () => {
    const file = fileOf(name, await list(), format, new Date())
    download(file.name, file.text, file.type)
  })
}

export function takeAnswer(name: string, address: string): Promise<void> {
  return saying(async () => {
    const answer = await send(new Request(new URL(address, location.origin)))
    await saveAnswer(name, answer)
  })
}

/** A question to the costs, answered with every row as a file. */
export function takeQuery(name: string, query: CostQuery): Promise<void> {
  return saying(async () => {
    const answer = await send(
      new Request(new URL('/v1/costs/query.csv', location.origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(query),
      }),
    )
    await saveAnswer(name, answer)
  })
}

async function saveAnswer(name: string, answer: Response): Promise<void> {
  const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  saveBlob(named ?? `${name}.csv`, await answer.blob())
}

async function saying(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toasts.show({ tone: 'error', title: errorText.exportFailed, body: sentenceOf(error) })
  }
}
