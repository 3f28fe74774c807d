import { saveBlob } from './save.ts'

/** Hands a text to the browser as a file to keep. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(name, new Blob([text], { type }))
}
