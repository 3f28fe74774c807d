import type { Import } from '@kept/domain/ingest.ts'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { useFileUploads } from '../../uploads/useFileUploads.ts'

interface FirstBillProps {
  latest: Import | undefined
  isInProgress: boolean
  /** The files have arrived. */
  onDone(): void
}

/** The first bill, as files; buckets are connected in the Integration Center. */
export function FirstBill({ latest, isInProgress, onDone }: FirstBillProps) {
  const { list, start } = useFileUploads()
  return (
    <div className="space-y-3">
      <FileDrop
        label="Drop a bill here, or browse"
        description="AWS, Azure, Google Cloud, OCI or FOCUS. CSV or Parquet, compressed or not."
        onFiles={(files) => void start(files).then(onDone)}
      />
      {list.map(({ id, files, state, error }) => {
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
        const sentBytes = files.reduce((sum, file) => sum + file.sentBytes, 0)
        const name = files.map((file) => file.name).join(', ')
        if (state === 'failed') {
          return (
            <Notice key={id} tone="leak" title={`${name} could not be imported`}>
              {error}
            </Notice>
          )
        }
        return (
          <div key={id} role="status" className="space-y-1.5 text-small">
            <p className="truncate">{name}</p>
            <ProgressBar label={`Uploading ${name}`} value={bytes === 0 ? null : sentBytes / bytes} />
          </div>
        )
      })}
      {isInProgress && (
        <p role="status" className="text-body">
          Importing. You can continue; this step completes on its own.
        </p>
      )}
      {latest?.status === 'failed' && (
        <Notice tone="leak" title="The last import failed">
          {latest.error} <TextLink to="/integrations">Open the Integration Center</TextLink>
        </Notice>
      )}
      <p className="text-small text-soft">
        Is your bill in a bucket? <TextLink to="/integrations">Connect the bucket</TextLink>. This step completes with
        the first import.
      </p>
    </div>
  )
}
