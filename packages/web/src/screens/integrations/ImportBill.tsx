import { Button } from '@kept/ui/controls/Button.tsx'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useFileUploads } from '../../uploads/useFileUploads.ts'
import { BucketImportForm } from './BucketImportForm.tsx'

/** The select needs a value for it; the request leaves it out. */
const recognize = 'recognize'

/** Uploads files, or imports from a bucket. */
export function ImportBill() {
  const { start } = useFileUploads()
  const [format, setFormat] = useState(recognize)
  const [bucket, setBucket] = useState(false)
  const formats = useQuery(api.imports.formats.queryOptions({ input: {}, staleTime: 600_000 })).data?.data ?? []
  const selectedFormat = format === recognize ? undefined : format
  return (
    <>
      <FileDrop
        label="Drop bills here, or browse"
        description="AWS CUR, Azure exports, Google Cloud billing, OCI, FOCUS 1.0 to 1.4. CSV, Parquet, gzip, zstd, zip. Drop all parts of a bill together."
        onFiles={(files) => void start(files, selectedFormat)}
      />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <div className="w-80 max-w-full">
          <Select
            label="Format"
            value={format}
            options={[
              { value: recognize, label: 'Detect automatically' },
              ...formats.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={setFormat}
          />
        </div>
        {!bucket && <Button onClick={() => setBucket(true)}>Import from a bucket</Button>}
      </div>
      {bucket && <BucketImportForm format={selectedFormat} onClose={() => setBucket(false)} />}
    </>
  )
}
