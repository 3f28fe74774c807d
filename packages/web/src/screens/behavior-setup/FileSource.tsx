import { sentenceOf } from '@kept/client/errors.ts'
import type { UsageEventResult } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { sendFile } from '../../api/upload.ts'
import { Section } from '../../shell/Page.tsx'

const maxShown = 20

/** Uploads files of activity; Kept recognizes their format. */
export function FileSource() {
  const client = useQueryClient()
  const [share, setShare] = useState(0)
  const send = useMutation({
    mutationFn: (file: File) =>
      sendFile<UsageEventResult>(`/v1/developer-behavior/events/import?name=${encodeURIComponent(file.name)}`, file, {
        onProgress: (bytes) => setShare(file.size === 0 ? 1 : bytes / file.size),
        signal: AbortSignal.timeout(6 * 3_600_000),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.developerBehavior.key() }),
  })
  return (
    <Section
      title="Files"
      description="CloudTrail, Kubernetes audit logs, Coder, Codespaces and Gitpod exports, CI jobs, SSH and IDE sessions. JSON, JSON Lines or CSV, plain or gzipped."
    >
      <FileDrop
        single
        label="Upload an activity file"
        description="Events already imported are skipped."
        disabled={send.isPending}
        onFiles={([file]) => file && send.mutate(file)}
      />
      {send.isPending && (
        <div className="mt-3">
          <ProgressBar label="Uploading" value={share} />
        </div>
      )}
      {send.isError && (
        <div className="mt-3">
          <ErrorPanel title="Upload failed" message={sentenceOf(send.error)} />
        </div>
      )}
      {send.data && <ImportResult result={send.data} />}
    </Section>
  )
}

function ImportResult({ result }: { result: UsageEventResult }) {
  const ignored = Object.values(result.ignored).reduce((sum, count) => sum + count, 0)
  return (
    <div role="status" className="mt-3 text-small">
      <p>
        {counted(result.accepted, 'event')} taken, {result.repeated} already imported, {result.rejected} skipped,{' '}
        {ignored} without usage{result.sources.length > 0 && `: ${result.sources.join(', ')}`}.
      </p>
      {result.rejected_rows.length > 0 && (
        <ul className="mt-1 space-y-0.5 text-soft">
          {result.rejected_rows.slice(0, maxShown).map(({ location, reason }) => (
            <li key={location}>
              {location}: {reason}
            </li>
          ))}
          {result.rejected > maxShown && <li>and {result.rejected - maxShown} more</li>}
        </ul>
      )}
    </div>
  )
}
