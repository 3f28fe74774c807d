import { errorText } from '@kept/client/error-text.ts'
import { sentenceOf } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useState } from 'react'

type DownloadModule = typeof import('./download-file.ts')
export type RunExport = (work: (file: DownloadModule) => Promise<void>) => void

/** Runs an export: whether one is running, and a function that starts one. The export code is loaded on demand. */
export function useExport(): [isBusy: boolean, runExport: RunExport] {
  const [isBusy, setBusy] = useState(false)
  const exportFile = async (work: (file: DownloadModule) => Promise<void>) => {
    setBusy(true)
    try {
      await work(await import('./download-file.ts'))
    } catch (error) {
      toasts.show({ tone: 'error', title: errorText.exportFailed, body: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return [isBusy, (work) => void exportFile(work)]
}
