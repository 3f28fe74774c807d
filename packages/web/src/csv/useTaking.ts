import { errorText } from '@kept/client/error-text.ts'
import { sentenceOf } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useState } from 'react'

type TakeFile = typeof import('./take-file.ts')
export type Take = (work: (file: TakeFile) => Promise<void>) => void

/** Whether a file is being made, and how to begin: what makes it comes when it is wanted, and when it does not, that is said. */
export function useTaking(): [busy: boolean, take: Take] {
  const [busy, setBusy] = useState(false)
  const take = async (work: (file: TakeFile) => Promise<void>) => {
    setBusy(true)
    try {
      await work(await import('./take-file.ts'))
    } catch (error) {
      toasts.show({ tone: 'error', title: errorText.exportFailed, body: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return [busy, (work) => void take(work)]
}
