import { saveBlob } from './save.ts'

/** Downloads a text as a file. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(name, new Blob([text], { type }))
}
