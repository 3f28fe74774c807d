/** Takes a list away as a file. What goes wrong is said in a toast. */
import { toasts } from '@kept/ui/toast/toasts.ts'
import { send } from '../api/door.ts'
import { sentenceOf } from '../api/errors.ts'
import { words } from '../api/words.ts'
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
    const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    saveBlob(named ?? `${name}.csv`, await answer.blob())
  })
}

async function saying(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toasts.show({ tone: 'error', title: words.exportFailed, body: sentenceOf(error) })
  }
}
