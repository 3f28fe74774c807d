import type { Import } from '@kept/domain/ingest.ts'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { describeProgress, formatFormats, nameOf, partDone, stageLabels } from './import-text.ts'

/** An import in progress: its stage, its speed, and the time left. */
export function ImportProgressDetails({ importRecord }: { importRecord: Import }) {
  const { progress, notes } = importRecord
  return (
    <div className="mb-4">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-body">
        <p>
          {stageLabels[progress.stage]}: <span className="font-medium">{nameOf(importRecord)}</span>
        </p>
        <p className="figure text-small text-soft">{describeProgress(progress)}</p>
      </div>
      <ProgressBar label={`${stageLabels[progress.stage]}: ${nameOf(importRecord)}`} value={partDone(progress)} />
      <p role="status" className="mt-1.5 text-small text-soft">
        {formatFormats(importRecord)}
      </p>
      {notes.length > 0 && (
        <ul className="space-y-0.5 text-small text-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
