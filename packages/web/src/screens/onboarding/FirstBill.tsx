import type { Import } from '@kept/domain/ingest.ts'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { useDeliveries } from '../../uploads/useDeliveries.ts'

interface FirstBillProps {
  latest: Import | undefined
  isUnderWay: boolean
  /** The files have arrived. */
  onDone(): void
}

/** The first bill, as files; buckets are connected in the Integration Center. */
export function FirstBill({ latest, isUnderWay, onDone }: FirstBillProps) {
  const { list, begin } = useDeliveries()
  return (
    <div className="space-y-3">
      <FileDrop
        label="Drop a bill here, or press to choose files"
        words="From AWS, Azure, Google Cloud or Oracle, or any FOCUS file; CSV or Parquet, compressed or not."
        onFiles={(files) => void begin(files).then(onDone)}
      />
      {list.map(({ id, files, state, error }) => {
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
        const sent = files.reduce((sum, file) => sum + file.sent, 0)
        const name = files.map((file) => file.name).join(', ')
        if (state === 'failed') {
          return (
            <Notice key={id} tone="leak" title={`${name} could not be brought in`}>
              {error}
            </Notice>
          )
        }
        return (
          <div key={id} role="status" className="space-y-1.5 text-small">
            <p className="truncate">{name}</p>
            <ProgressBar label={`${name} on its way`} value={bytes === 0 ? null : sent / bytes} />
          </div>
        )
      })}
      {isUnderWay && (
        <p role="status" className="text-body">
          It has arrived and is being read. You need not wait: this step is done by itself.
        </p>
      )}
      {latest?.status === 'failed' && (
        <Notice tone="leak" title="The last delivery could not be read">
          {latest.error} <TextLink to="/integrations">See it in the Integration Center</TextLink>
        </Notice>
      )}
      <p className="text-small text-soft">
        Does it lie in a bucket? <TextLink to="/integrations">Connect it in the Integration Center</TextLink>, and this
        step is done with its first delivery.
      </p>
    </div>
  )
}
