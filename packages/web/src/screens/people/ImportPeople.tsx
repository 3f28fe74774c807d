import { sentenceOf } from '@kept/client/errors.ts'
import type { PeopleImport } from '@kept/contract/routes/users/imports.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { sendFile } from '../../api/upload.ts'
import { ImportPreview } from './ImportPreview.tsx'

type Step =
  | { is: 'choose'; error?: string }
  | { is: 'sending'; name: string; share: number }
  | { is: 'preview'; preview: PeopleImport }
  | { is: 'committing'; preview: PeopleImport }

/** Imports users from a file: uploads it, previews every row, then applies all of them or none. */
export default function ImportPeople({ onClose, onImported }: { onClose(): void; onImported(): Promise<unknown> }) {
  const [step, setStep] = useState<Step>({ is: 'choose' })
  const stopping = useRef<AbortController>(null)
  useEffect(() => () => stopping.current?.abort(new DOMException('The dialog was closed.', 'AbortError')), [])

  const loadPreview = async ([file]: File[]) => {
    if (!file) return
    const stop = new AbortController()
    stopping.current = stop
    setStep({ is: 'sending', name: file.name, share: 0 })
    try {
      const preview = await sendFile<PeopleImport>(`/v1/users/import?name=${encodeURIComponent(file.name)}`, file, {
        signal: stop.signal,
        onProgress: (sentBytes) =>
          setStep({ is: 'sending', name: file.name, share: file.size === 0 ? 1 : sentBytes / file.size }),
      })
      setStep({ is: 'preview', preview })
    } catch (error) {
      if (!stop.signal.aborted) setStep({ is: 'choose', error: sentenceOf(error) })
    }
  }

  const commit = async (preview: PeopleImport) => {
    setStep({ is: 'committing', preview })
    try {
      await api.users.commitImport.call({ id: preview.id })
      const { invite, update } = preview.counts
      toasts.show({ title: `${counted(invite, 'user')} invited, ${update} changed` })
      onClose()
      await onImported()
    } catch (error) {
      setStep({ is: 'choose', error: sentenceOf(error) })
    }
  }

  const preview = step.is === 'preview' || step.is === 'committing' ? step.preview : null
  const todo = preview ? preview.counts.invite + preview.counts.update : 0
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Import users"
      description="A CSV or Excel file with the columns email, full_name and role. You'll review the changes before they apply."
      actions={
        preview && (
          <>
            <Button onClick={() => setStep({ is: 'choose' })}>Choose another file</Button>
            {preview.error_count === 0 && todo > 0 && (
              <Button tone="primary" isBusy={step.is === 'committing'} onClick={() => void commit(preview)}>
                Import {counted(todo, 'user')}
              </Button>
            )}
          </>
        )
      }
    >
      {step.is === 'choose' && (
        <>
          {step.error && (
            <div className="mb-3">
              <ErrorPanel title="Import failed" message={step.error} />
            </div>
          )}
          <FileDrop
            single
            label="Drop a file here, or browse"
            description="CSV or Excel (.xlsx)"
            accept=".csv,.xlsx,text/csv"
            onFiles={(files) => void loadPreview(files)}
          />
        </>
      )}
      {step.is === 'sending' && (
        <div role="status" className="space-y-2 py-6">
          <p className="text-body">{step.share < 1 ? `Uploading ${step.name}` : `Reading ${step.name}`}</p>
          <ProgressBar label={`${step.name} uploaded`} value={step.share < 1 ? step.share : null} />
        </div>
      )}
      {step.is === 'committing' && (
        <div className="mb-4">
          <ProgressBar label="Importing" value={null} />
        </div>
      )}
      {preview && <ImportPreview preview={preview} />}
    </Dialog>
  )
}
