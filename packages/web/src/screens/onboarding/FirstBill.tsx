import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { useDeliveries } from '../../uploads/useDeliveries.ts'

/** The first bill, as files; buckets are connected in the Integration Center. */
export function FirstBill() {
  const { list, begin } = useDeliveries()
  return (
    <div className="space-y-3">
      <FileDrop
        label="Drop a bill here, or press to choose files"
        words="From AWS, Azure, Google Cloud or Oracle, or any FOCUS file; CSV or Parquet, compressed or not."
        onFiles={(files) => void begin(files)}
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
      <p className="text-small text-soft">
        Does it lie in a bucket? <TextLink to="/integrations">Connect it in the Integration Center</TextLink>
      </p>
    </div>
  )
}
