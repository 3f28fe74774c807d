import { Button } from '@kept/ui/controls/Button.tsx'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useDeliveries } from '../../uploads/useDeliveries.ts'
import { FromBucket } from './FromBucket.tsx'

/** The select needs a word for it; on the wire it is left out. */
const recognise = 'recognise'

/** Files dropped, or the address of a bucket. */
export function BringIn() {
  const { begin } = useDeliveries()
  const [format, setFormat] = useState(recognise)
  const [bucket, setBucket] = useState(false)
  const formats = useQuery(api.imports.formats.queryOptions({ input: {}, staleTime: 600_000 })).data?.data ?? []
  const wanted = format === recognise ? undefined : format
  return (
    <>
      <FileDrop
        label="Drop bills here, or press to choose files"
        words="AWS Cost and Usage Reports, Azure cost exports, Google Cloud billing exports, Oracle cost reports, FOCUS 1.0 to 1.4. CSV, Parquet, gzip, zstd or zip; the parts of one bill together."
        onFiles={(files) => void begin(files, wanted)}
      />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <div className="w-80 max-w-full">
          <Select
            label="Format"
            value={format}
            options={[
              { value: recognise, label: 'Recognise it from the content' },
              ...formats.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={setFormat}
          />
        </div>
        {!bucket && <Button onClick={() => setBucket(true)}>Import from a bucket</Button>}
      </div>
      {bucket && <FromBucket format={wanted} onClose={() => setBucket(false)} />}
    </>
  )
}
