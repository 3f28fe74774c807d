/**
 * Uploads of files to the server. The store is outside React, so that an upload continues while the user visits other
 * screens. The files of one drop become one import.
 */
import type { Upload } from '@kept/contract/routes/imports.ts'

interface UploadingFile {
  name: string
  bytes: number
  sentBytes: number
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  error: string
}

export interface FileUpload {
  id: number
  files: readonly UploadingFile[]
  state: 'sending' | 'starting' | 'failed' | 'stopped'
  /** The error message; empty otherwise. */
  error: string
  startedAt: number
}

interface Dependencies {
  upload(file: File, options: { onProgress(bytes: number): void; signal: AbortSignal }): Promise<Upload>
  /** Starts the import of the uploaded files. */
  start(input: { uploads: string[]; format?: string }): Promise<unknown>
  now(): number
  sentenceOf(error: unknown): string
}

interface FileUploads {
  start(files: readonly File[], format?: string): Promise<void>
  stop(id: number): void
  /** Removes a failed or stopped upload from the list. */
  forget(id: number): void
  list(): readonly FileUpload[]
  subscribe(changed: () => void): () => void
}

export function createFileUploads({ upload, start, now, sentenceOf }: Dependencies): FileUploads {
  let fileUploads: readonly FileUpload[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const stops = new Map<number, AbortController>()

  const set = (next: readonly FileUpload[]) => {
    fileUploads = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, part: Partial<FileUpload>) =>
    set(fileUploads.map((fileUpload) => (fileUpload.id === id ? { ...fileUpload, ...part } : fileUpload)))
  const changeFile = (id: number, index: number, part: Partial<UploadingFile>) =>
    set(
      fileUploads.map((fileUpload) =>
        fileUpload.id === id
          ? { ...fileUpload, files: fileUpload.files.map((file, i) => (i === index ? { ...file, ...part } : file)) }
          : fileUpload,
      ),
    )

  return {
    async start(files, format) {
      lastId += 1
      const id = lastId
      const stopping = new AbortController()
      stops.set(id, stopping)
      const waiting = files.map(({ name, size }) => ({
        name,
        bytes: size,
        sentBytes: 0,
        state: 'waiting' as const,
        error: '',
      }))
      set([...fileUploads, { id, files: waiting, state: 'sending', error: '', startedAt: now() }])
      try {
        const uploadIds: string[] = []
        for (const [index, file] of files.entries()) {
          changeFile(id, index, { state: 'sending' })
          const arrived = await upload(file, {
            signal: stopping.signal,
            onProgress: (sentBytes) => changeFile(id, index, { sentBytes }),
          }).catch((error: unknown) => {
            if (!stopping.signal.aborted) changeFile(id, index, { state: 'failed', error: sentenceOf(error) })
            throw error
          })
          changeFile(id, index, { state: 'sent', sentBytes: file.size })
          uploadIds.push(arrived.id)
        }
        change(id, { state: 'starting' })
        await start({ uploads: uploadIds, ...(format ? { format } : {}) })
        set(fileUploads.filter((fileUpload) => fileUpload.id !== id))
      } catch (error) {
        if (stopping.signal.aborted) change(id, { state: 'stopped' })
        else change(id, { state: 'failed', error: sentenceOf(error) })
      } finally {
        stops.delete(id)
      }
    },
    stop(id) {
      stops.get(id)?.abort(new DOMException('The upload was stopped.', 'AbortError'))
    },
    forget(id) {
      set(fileUploads.filter((fileUpload) => fileUpload.id !== id))
    },
    list: () => fileUploads,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
