/** Sends one file as the body of a request, with its progress: which `fetch` does not report. */

import { ApiError, fromAnswer, networkError } from '@kept/client/errors.ts'
import type { Upload } from '@kept/contract/routes/imports.ts'
import { publicPath } from '../url/base-path.ts'
import { csrf, renewNow } from './http-client.ts'

interface UploadOptions {
  onProgress(bytes: number): void
  signal: AbortSignal
}

/** Uploads a bill, to be imported later. */
export function upload(file: File, options: UploadOptions): Promise<Upload> {
  return sendFile<Upload>(`/v1/uploads?name=${encodeURIComponent(file.name)}`, file, options)
}

/**
 * Resolves with the `data` of the answer. Rejects with an ApiError, or with the signal's reason when it was stopped.
 * No time limit: a bill may be large. A session that ran out is renewed, and the file is sent once more.
 */
export async function sendFile<Answer>(address: string, file: File, options: UploadOptions): Promise<Answer> {
  try {
    return await uploadOnce<Answer>(address, file, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || !(await renewNow())) throw error
    return uploadOnce<Answer>(address, file, options)
  }
}

async function uploadOnce<Answer>(address: string, file: File, { onProgress, signal }: UploadOptions): Promise<Answer> {
  const token = await csrf.token()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('POST', publicPath(address))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('x-csrf-token', token)
    request.upload.onprogress = (event) => onProgress(event.loaded)
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return reject(fromAnswer(request.status, request.responseText))
      onProgress(file.size)
      resolve((JSON.parse(request.responseText) as { data: Answer }).data)
    }
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) return reject(signal.reason)
    request.send(file)
  })
}
