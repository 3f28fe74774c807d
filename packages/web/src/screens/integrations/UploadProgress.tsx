import { counted, formatBytes, formatDuration } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import type { FileUpload } from '../../uploads/file-uploads.ts'
import { useFileUploads } from '../../uploads/useFileUploads.ts'

/** Uploads in progress, each with a bar of the bytes sent. */
export function UploadProgress() {
  const { list, stop, forget } = useFileUploads()
  return list.map((upload) => (
    <div key={upload.id} className="mt-4 border-rule border-t pt-4">
      {upload.state === 'failed' ? (
        <>
          <ErrorPanel title={`${names(upload)} could not be uploaded`} message={`${upload.error} Nothing changed.`} />
          <Button size="small" className="mt-2" onClick={() => forget(upload.id)}>
            Close
          </Button>
        </>
      ) : (
        <Sending upload={upload} onStop={() => stop(upload.id)} onClose={() => forget(upload.id)} />
      )}
    </div>
  ))
}

function Sending({ upload, onStop, onClose }: { upload: FileUpload; onStop(): void; onClose(): void }) {
  const sentBytes = upload.files.reduce((sum, file) => sum + file.sentBytes, 0)
  const all = upload.files.reduce((sum, file) => sum + file.bytes, 0)
  const stopped = upload.state === 'stopped'
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-body">
        <p className="min-w-0 truncate">
          {stopped ? 'Canceled: ' : upload.state === 'starting' ? 'Starting import of ' : 'Uploading '}
          <span className="font-medium">{names(upload)}</span>
        </p>
        <div className="flex shrink-0 items-center gap-3">
          <span className="figure text-small text-soft">
            {stopped ? 'nothing changed' : formatRate(upload, sentBytes, all)}
          </span>
          {stopped ? (
            <Button size="small" onClick={onClose}>
              Close
            </Button>
          ) : (
            <Button size="small" disabled={upload.state === 'starting'} onClick={onStop}>
              Stop
            </Button>
          )}
        </div>
      </div>
      <ProgressBar label={`Uploading ${names(upload)}`} value={all > 0 ? sentBytes / all : null} />
    </div>
  )
}

function names({ files }: FileUpload): string {
  return files.length === 1 ? (files[0]?.name ?? '') : counted(files.length, 'file')
}

function formatRate({ startedAt }: FileUpload, sentBytes: number, all: number): string {
  const seconds = (performance.now() - startedAt) / 1000
  const rate = seconds > 0.5 ? sentBytes / seconds : 0
  const progress = `${formatBytes(sentBytes)} of ${formatBytes(all)}`
  if (rate === 0) return progress
  return `${progress} · ${formatBytes(rate)}/s · ${formatDuration((all - sentBytes) / rate)} left`
}
