import { sentenceOf } from '@kept/client/errors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { createFileUploads, type FileUpload } from './file-uploads.ts'

/** One store for the whole application: leaving a screen does not stop an upload. */
const fileUploads = createFileUploads({
  upload,
  start: (input) => api.imports.create.call({ uploads: input.uploads, urls: [], format: input.format }),
  now: () => performance.now(),
  sentenceOf,
})

// Closing the page would stop an upload, so the browser asks first.
fileUploads.subscribe(() => {
  const isUploading = fileUploads.list().some(({ state }) => state === 'sending' || state === 'starting')
  window.onbeforeunload = isUploading ? (event) => event.preventDefault() : null
})

export function useFileUploads() {
  const client = useQueryClient()
  const list = useSyncExternalStore(fileUploads.subscribe, fileUploads.list)
  return {
    list: list as readonly FileUpload[],
    start: (files: readonly File[], format?: string) =>
      fileUploads.start(files, format).then(() => client.invalidateQueries({ queryKey: api.imports.key() })),
    stop: fileUploads.stop,
    forget: fileUploads.forget,
  }
}
